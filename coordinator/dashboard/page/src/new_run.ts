// What the form for a new run asks the coordinator: a pure translation of fields to a request.

import type { Run } from './api';

export interface Fields {
  kind: 'test' | 'match';
  title: string;
  dev: SideFields;
  base: SideFields;
  limit: 'nodes' | 'clock' | 'depth' | 'movetime';
  nodes: string;
  depth: string;
  movetime: string;
  baseSeconds: string;
  incrementSeconds: string;
  elo0: string;
  elo1: string;
  alpha: string;
  beta: string;
  model: 'normalized' | 'logistic';
  pairs: string; // at most; '' for as many as the book has
  book: string; // SHA-256
  seed: string; // '' to have one drawn
}

export interface SideFields {
  name: string;
  weights: string; // SHA-256 of an earlier run's, or '' for `text`
  text: string; // a weights file; '' is the engine's own
}

export const kEmpty: Fields = {
  kind: 'test',
  title: '',
  dev: { name: 'dev', weights: '', text: '' },
  base: { name: 'default', weights: '', text: '' },
  limit: 'nodes',
  nodes: '5000',
  depth: '8',
  movetime: '100',
  baseSeconds: '8',
  incrementSeconds: '0.08',
  elo0: '0',
  elo1: '5',
  alpha: '0.05',
  beta: '0.05',
  model: 'normalized',
  pairs: '',
  book: '',
  seed: '',
};

// Bounds and limits that are asked for again and again.
export const kPresets = {
  quick: { kind: 'test', limit: 'nodes', nodes: '1000', elo0: '0', elo1: '20' },
  stc: { kind: 'test', limit: 'clock', baseSeconds: '8', incrementSeconds: '0.08', elo0: '0', elo1: '5' },
  ltc: { kind: 'test', limit: 'clock', baseSeconds: '40', incrementSeconds: '0.4', elo0: '0.5', elo1: '3.5' },
  noharm: { kind: 'test', limit: 'clock', baseSeconds: '8', incrementSeconds: '0.08', elo0: '-5', elo1: '0' },
  measure: { kind: 'match', limit: 'nodes', nodes: '5000', pairs: '1000' },
} as const satisfies Record<string, Partial<Fields>>;

// Whether the form has a field for everything that decides how the run is played. What hasn't is
// asked for by the command that the run's page shows.
export function canCopy(run: Run): boolean {
  const { periods, margin_ms } = run.limits;
  const own = run.dev?.limits || run.base?.limits;
  const elsewhere = periods?.length || margin_ms || own || run.chess960 || run.reference_nps;
  return !elsewhere && run.threads === 1 && run.rated;
}

const seconds = (ms: number | undefined) => String((ms ?? 0) / 1000);

// The fields that ask for an earlier run again, but for its seed: another sample.
export function fieldsOf(run: Run): Fields {
  const { nodes, depth, movetime_ms, base_ms, increment_ms } = run.limits;
  const fields: Fields = {
    ...kEmpty,
    kind: run.kind === 'match' ? 'match' : 'test',
    title: run.title,
    dev: { name: run.dev?.name ?? '', weights: run.dev?.weights ?? '', text: '' },
    base: { name: run.base?.name ?? '', weights: run.base?.weights ?? '', text: '' },
    limit: base_ms || increment_ms ? 'clock' : nodes ? 'nodes' : depth ? 'depth' : 'movetime',
    pairs: String(run.max_pairs),
    book: run.book.sha256,
  };
  if (nodes) fields.nodes = String(nodes);
  if (depth) fields.depth = String(depth);
  if (movetime_ms) fields.movetime = String(movetime_ms);
  if (base_ms || increment_ms) {
    fields.baseSeconds = seconds(base_ms);
    fields.incrementSeconds = seconds(increment_ms);
  }
  if (run.sprt) {
    fields.elo0 = String(run.sprt.elo0);
    fields.elo1 = String(run.sprt.elo1);
    fields.alpha = String(run.sprt.alpha);
    fields.beta = String(run.sprt.beta);
    fields.model = run.sprt.model === 'logistic' ? 'logistic' : 'normalized';
  }
  return fields;
}

const ms = (text: string) => String(Math.round(Number(text) * 1000));

function limitsOf(fields: Fields) {
  switch (fields.limit) {
    case 'nodes':
      return { nodes: fields.nodes };
    case 'depth':
      return { depth: Number(fields.depth) };
    case 'movetime':
      return { movetimeMs: fields.movetime };
    case 'clock':
      return { baseMs: ms(fields.baseSeconds), incrementMs: ms(fields.incrementSeconds) };
  }
}

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
      dev: { name: fields.dev.name, weightsSha256: devWeights },
      base: { name: fields.base.name, weightsSha256: baseWeights },
      limits: limitsOf(fields),
      ...(fields.kind === 'test' ? { sprt } : {}),
      ...(fields.pairs ? { maxPairs: fields.pairs } : {}),
      bookSha256: fields.book,
      ...(fields.seed ? { seed: fields.seed } : {}),
    },
  };
}

export function planQuery(fields: Fields): string {
  const { elo0, elo1, alpha, beta, model } = fields;
  return new URLSearchParams({ elo0, elo1, alpha, beta, model }).toString();
}
