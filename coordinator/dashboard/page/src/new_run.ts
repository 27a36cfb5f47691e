// What the form for a new run asks the coordinator: a pure translation of fields to a request.

import type { Run, Side } from './api';
import { keptOf, wireKept } from './kept';
import type { Kept } from './kept';
import { clock, hasFieldsFor, kUsualLimits, limitFieldsOf, limitsOf, wireLimits } from './limit_fields';
import type { LimitFields } from './limit_fields';

export interface Fields {
  kind: 'test' | 'match';
  title: string;
  dev: SideFields;
  base: SideFields;
  limits: LimitFields;
  reference: string; // nodes a second to which times are scaled; '' for times as they are
  elo0: string;
  elo1: string;
  alpha: string;
  beta: string;
  model: 'normalized' | 'logistic';
  pairs: string; // at most; '' for as many as the book has
  book: string; // SHA-256
  chess960: boolean;
  seed: string; // '' to have one drawn
  kept: Kept | null; // of the run that is copied
}

export interface SideFields {
  name: string;
  weights: string; // SHA-256 of an earlier run's, or '' for `text`
  text: string; // a weights file; '' is the engine's own
  limits: LimitFields | null; // of its own, in games at odds
}

export const kEmpty: Fields = {
  kind: 'test',
  title: '',
  dev: { name: 'dev', weights: '', text: '', limits: null },
  base: { name: 'default', weights: '', text: '', limits: null },
  limits: kUsualLimits,
  reference: '',
  elo0: '0',
  elo1: '5',
  alpha: '0.05',
  beta: '0.05',
  model: 'normalized',
  pairs: '',
  book: '',
  chess960: false,
  seed: '',
  kept: null,
};

const nodes = (nodes: string): LimitFields => ({ ...kUsualLimits, nodes });

// What a preset stands for beside its limits and bounds: whatever was typed there before goes.
const usual = { alpha: kEmpty.alpha, beta: kEmpty.beta, model: kEmpty.model, pairs: kEmpty.pairs } as const;
const bounds = (elo0: string, elo1: string) => ({ ...usual, kind: 'test', elo0, elo1 }) as const;

// Bounds and limits that are asked for again and again.
export const kPresets = {
  quick: { ...bounds('0', '20'), limits: nodes('1000') },
  stc: { ...bounds('0', '5'), limits: clock('8', '0.08') },
  ltc: { ...bounds('0.5', '3.5'), limits: clock('40', '0.4') },
  noharm: { ...bounds('-5', '0'), limits: clock('8', '0.08') },
  measure: { ...usual, kind: 'match', limits: nodes('5000'), pairs: '1000' },
} as const satisfies Record<string, Partial<Fields>>;

export const kMostPairs = 10_000_000; // that the coordinator takes

// Whether the form can say everything that decides how the run is played. If not, the command that
// the run's page shows does.
export function canCopy(run: Run): boolean {
  return [run.limits, run.dev?.limits, run.base?.limits].every((one) => !one || hasFieldsFor(one));
}

const sideOf = (side: Side | null): SideFields => ({
  name: side?.name ?? '',
  weights: side?.weights ?? '',
  text: '',
  limits: side?.limits ? limitFieldsOf(side.limits) : null,
});

// The fields that ask for an earlier run again, but for its seed: another sample.
export function fieldsOf(run: Run): Fields {
  const fields: Fields = {
    ...kEmpty,
    kind: run.kind === 'match' ? 'match' : 'test',
    title: run.title,
    dev: sideOf(run.dev),
    base: sideOf(run.base),
    limits: limitFieldsOf(run.limits),
    reference: run.reference_nps ? String(run.reference_nps) : '',
    pairs: String(run.max_pairs),
    book: run.book.sha256,
    chess960: run.chess960 ?? false,
    kept: keptOf(run),
  };
  if (run.sprt) {
    fields.elo0 = String(run.sprt.elo0);
    fields.elo1 = String(run.sprt.elo1);
    fields.alpha = String(run.sprt.alpha);
    fields.beta = String(run.sprt.beta);
    fields.model = run.sprt.model === 'logistic' ? 'logistic' : 'normalized';
  }
  return fields;
}

const sideRequest = (side: SideFields, weightsSha256: string) => ({
  name: side.name,
  weightsSha256,
  ...(side.limits ? { limits: wireLimits(limitsOf(side.limits)) } : {}),
});

// A CreateRunRequest in Protobuf's JSON: 64-bit numbers are strings.
export function requestOf(fields: Fields, devWeights: string, baseWeights: string, requestId: string) {
  const sprt = {
    elo0: Number(fields.elo0),
    elo1: Number(fields.elo1),
    alpha: Number(fields.alpha),
    beta: Number(fields.beta),
    model: fields.model === 'logistic' ? 'ELO_MODEL_LOGISTIC' : 'ELO_MODEL_NORMALIZED',
  };
  return {
    requestId,
    run: {
      kind: fields.kind === 'match' ? 'RUN_KIND_MATCH' : 'RUN_KIND_TEST',
      title: fields.title,
      dev: sideRequest(fields.dev, devWeights),
      base: sideRequest(fields.base, baseWeights),
      limits: wireLimits(limitsOf(fields.limits)),
      ...(fields.reference ? { referenceNps: fields.reference } : {}),
      ...(fields.kind === 'test' ? { sprt } : {}),
      ...(fields.pairs ? { maxPairs: fields.pairs } : {}),
      bookSha256: fields.book,
      ...(fields.chess960 ? { chess960: true } : {}),
      ...(fields.seed ? { seed: fields.seed } : {}),
      ...(fields.kept ? wireKept(fields.kept) : {}),
    },
  };
}

// Whether both sides would play alike, as far as the form can tell: the same weights at the same
// limits. Their names don't matter.
export function isAgainstItself({ dev, base, limits }: Fields): boolean {
  const played = (side: SideFields) =>
    JSON.stringify([side.weights, side.weights ? '' : side.text.trim(), limitsOf(side.limits ?? limits)]);
  return played(dev) === played(base);
}

// What the plan depends on; bounds of a test alone. openings: of the chosen book, where it is known;
// a run without a number of pairs may play each of them once.
export function planQuery(fields: Fields, openings?: number): string {
  const { elo0, elo1, alpha, beta, model, kind, dev, base } = fields;
  const query = new URLSearchParams(kind === 'test' ? { elo0, elo1, alpha, beta, model } : {});
  const most = fields.pairs || (openings ? String(Math.min(openings, kMostPairs)) : '');
  if (most) query.set(kind === 'match' ? 'pairs' : 'max_pairs', most);
  query.set('limits', JSON.stringify(limitsOf(fields.limits)));
  if (dev.limits) query.set('dev_limits', JSON.stringify(limitsOf(dev.limits)));
  if (base.limits) query.set('base_limits', JSON.stringify(limitsOf(base.limits)));
  if (fields.reference) query.set('reference_nps', fields.reference);
  if (fields.kept && fields.kept.threads > 1) query.set('threads', String(fields.kept.threads));
  return query.toString();
}
