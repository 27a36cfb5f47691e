// What is wrong with a form before anything is sent, in the page's own words and at the fields' names;
// and what a field is called where it is spoken of elsewhere. Pure.

import type { Fault } from './api';
import { count } from './format';
import { t } from './i18n/language';
import type { Key } from './i18n/language';
import { isPlainClock, isTimed } from './limit_fields';
import type { LimitFields } from './limit_fields';
import { kMostPairs } from './new_run';
import type { Fields } from './new_run';

const kMostSeconds = 86_400; // of a clock, that the coordinator takes

const kLabels: Record<string, Key> = {
  elo0: 'new.elo0',
  elo1: 'new.elo1',
  alpha: 'new.alpha',
  beta: 'new.beta',
  model: 'new.model',
  nodes: 'new.limit.nodes',
  depth: 'new.limit.depth',
  movetime_ms: 'new.limit.movetime',
  moves: 'new.clock.moves',
  base_ms: 'new.clock.base',
  increment_ms: 'new.clock.increment',
  margin_ms: 'new.margin',
  limits: 'params.limits',
  periods: 'new.limit.clock',
  reference_nps: 'new.reference',
  max_pairs: 'new.pairs',
  pairs: 'new.pairs',
  seed: 'params.seed',
  book_sha256: 'params.book',
  name: 'new.name',
  title: 'new.title',
  text: 'new.weights.file',
};

// Without what the label adds in explanation: "Elo 1", "Dev: Nodes". As it came where it has none.
export function labelOf(name: string): string {
  const last = name.replace(/\[\d+\]/g, '').split('.').pop() ?? '';
  const key = kLabels[last];
  if (!key) return name;
  const label = (t(key).split(/[:：(（]/)[0] ?? '').trim();
  const side = /^(dev|base)\./.exec(name)?.[1] as 'dev' | 'base' | undefined;
  return side ? `${t(`params.${side}`)}${t('unit.colon')}${label}` : label;
}

// What the coordinator says of fields, a line each, with their labels.
export function labelled(message: string): string {
  const line = (text: string) => {
    const [, name, rest] = /^([a-z][\w.[\]]*)(?:: |：)(.+)$/.exec(text) ?? [];
    const told = name && rest ? `${labelOf(name)}${t('unit.colon')}${rest}` : text;
    return told.replace(/\belo0\b/g, labelOf('elo0'));
  };
  return message.split('\n').map(line).join('\n');
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

// Empty: nothing is wrong.
function numberFault(text: string, least: number, most?: number, whole = false): string {
  const value = Number(text);
  const fits = isNumber(text) && value >= least && (most === undefined || value <= most) && (!whole || Number.isInteger(value));
  if (fits) return '';
  const [from, to] = [count(least), most === undefined ? '' : count(most)];
  if (most === undefined) return t(whole ? 'wrong.whole.least' : 'wrong.number.least', { from });
  return t(whole ? 'wrong.whole' : 'wrong.number', { from, to });
}

function boundsFaults({ elo0, elo1, alpha, beta }: Fields): [string, string][] {
  const share = (text: string) => (isNumber(text) && Number(text) > 0 && Number(text) < 1 ? '' : t('wrong.share'));
  const elo = (text: string) => (isNumber(text) ? '' : t('wrong.any'));
  const above = isNumber(elo0) && Number(elo1) <= Number(elo0) ? t('wrong.above', { name: labelOf('elo0'), value: elo0 }) : '';
  const both = Number(alpha) + Number(beta) >= 1 ? t('wrong.together', { name: labelOf('alpha') }) : '';
  return [
    ['sprt.elo0', elo(elo0)],
    ['sprt.elo1', elo(elo1) || above],
    ['sprt.alpha', share(alpha)],
    ['sprt.beta', share(beta) || (share(alpha) ? '' : both)],
  ];
}

function limitFaults(name: string, fields: LimitFields): [string, string][] {
  const whole = (text: string) => numberFault(text, 1, undefined, true);
  const margin: [string, string][] =
    isTimed(fields) && fields.margin ? [[`${name}.margin_ms`, numberFault(fields.margin, 0, undefined, true)]] : [];
  if (fields.kind === 'nodes') return [[`${name}.nodes`, whole(fields.nodes)]];
  if (fields.kind === 'depth') return [[`${name}.depth`, whole(fields.depth)]];
  if (fields.kind === 'movetime') return [[`${name}.movetime_ms`, whole(fields.movetime)], ...margin];
  const plain = isPlainClock(fields.periods);
  const periods = fields.periods.flatMap((period, i): [string, string][] => {
    const at = plain ? name : `${name}.periods[${i}]`;
    const last = i + 1 === fields.periods.length;
    return [
      [`${at}.moves`, last && !period.moves ? '' : numberFault(period.moves, last ? 0 : 1, undefined, true)],
      [`${at}.base_ms`, numberFault(period.seconds, 0, kMostSeconds)],
      [`${at}.increment_ms`, numberFault(period.increment, 0, kMostSeconds)],
    ];
  });
  return [...periods, ...margin];
}

const told = (faults: [string, string][]): Fault[] =>
  faults.filter(([, message]) => message !== '').map(([field, message]) => ({ field, message }));

// Of all that the plan depends on.
export function planFaults(fields: Fields): Fault[] {
  const { dev, base, reference, pairs } = fields;
  return told([
    ...limitFaults('limits', fields.limits),
    ...(dev.limits ? limitFaults('dev.limits', dev.limits) : []),
    ...(base.limits ? limitFaults('base.limits', base.limits) : []),
    ['reference_nps', reference ? numberFault(reference, 1, undefined, true) : ''],
    ...(fields.kind === 'test' ? boundsFaults(fields) : []),
    ['max_pairs', pairs ? numberFault(pairs, 1, kMostPairs, true) : ''],
  ]);
}

export function formFaults(fields: Fields): Fault[] {
  const { dev, base, seed } = fields;
  const named = (text: string) => (text.trim() ? '' : t('wrong.name'));
  return [
    ...told([
      ['dev.name', named(dev.name)],
      ['base.name', named(base.name)],
    ]),
    ...planFaults(fields),
    ...told([['seed', /^\d*$/.test(seed) ? '' : t('wrong.digits')]]),
  ];
}
