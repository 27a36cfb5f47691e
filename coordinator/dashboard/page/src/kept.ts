// What a copy repeats of an earlier run though the form has no field for it. Pure.

import type { Run } from './api';
import { count, percent } from './format';
import { t } from './i18n/language';

export interface Adjudication {
  draw_move_number: number;
  draw_move_count: number;
  draw_score_cp: number;
  resign_move_count: number;
  resign_score_cp: number;
  resign_two_sided: boolean;
}

// What a worker must have; empty and 0: anything will do.
export interface Needs {
  memory_mib: number;
  instruction_sets: string[];
  embedded_build: string;
  platform: string;
  sandbox: string;
}

export interface Kept {
  rules: string;
  threads: number;
  max_moves: number;
  hash_kib: number;
  decide_every: number;
  audit_share: number;
  adjudication: Adjudication | null;
  needs: Needs;
  priority: number;
  tags: string[];
}

// By this tag a tune finds its verification, and a copy is none.
const kVerifies = 'verifies-';

export const keptOf = ({ priority, tags, rules, threads, max_moves, hash_kib, decide_every, audit_share, adjudication, needs }: Run): Kept => ({
  rules,
  threads,
  max_moves,
  hash_kib,
  decide_every,
  audit_share,
  adjudication,
  needs,
  priority,
  tags: tags.filter((tag) => !tag.startsWith(kVerifies)),
});

// In Protobuf's JSON.
export const wireKept = ({ adjudication, needs, ...kept }: Kept) => ({
  ruleProfile: kept.rules,
  threads: kept.threads,
  maxMoves: kept.max_moves,
  hashKib: kept.hash_kib,
  decideEvery: kept.decide_every,
  auditShare: kept.audit_share,
  ...(adjudication
    ? {
        adjudication: {
          drawMoveNumber: adjudication.draw_move_number,
          drawMoveCount: adjudication.draw_move_count,
          drawScoreCp: adjudication.draw_score_cp,
          resignMoveCount: adjudication.resign_move_count,
          resignScoreCp: adjudication.resign_score_cp,
          resignTwoSided: adjudication.resign_two_sided,
        },
      }
    : {}),
  needs: {
    memoryMib: String(needs.memory_mib),
    instructionSets: needs.instruction_sets,
    embeddedBuild: needs.embedded_build,
    platform: needs.platform,
    sandbox: needs.sandbox,
  },
  priority: kept.priority,
  tags: kept.tags,
});

export const kUsualMoves = 400;
export const kUsualHashKib = 1024;

// Those of them that are not as usual, a phrase each.
export function keptTexts({ adjudication, needs, ...kept }: Kept): string[] {
  const texts: string[] = [];
  if (kept.rules !== 'engine') texts.push(t('kept.rules', { rules: kept.rules }));
  if (kept.threads !== 1) texts.push(t('kept.threads', { n: kept.threads }));
  if (kept.max_moves !== kUsualMoves) texts.push(t('kept.moves', { n: count(kept.max_moves) }));
  if (kept.hash_kib !== kUsualHashKib) texts.push(t('kept.hash', { n: count(kept.hash_kib) }));
  if (kept.decide_every !== 1) texts.push(t('kept.looks', { n: count(kept.decide_every) }));
  if (kept.audit_share > 0) texts.push(t('kept.audits', { share: percent(kept.audit_share) }));
  if (adjudication) texts.push(t('kept.adjudication'));
  if (kept.priority !== 0) texts.push(t('kept.priority', { n: String(kept.priority) }));
  if (kept.tags.length > 0) texts.push(t('kept.tags', { tags: kept.tags.join(', ') }));
  const { platform, sandbox, embedded_build, memory_mib, instruction_sets } = needs;
  const wants = [platform, ...instruction_sets, sandbox, embedded_build, memory_mib ? `${memory_mib} MiB` : ''];
  if (wants.some(Boolean)) texts.push(t('kept.needs', { what: wants.filter(Boolean).join(', ') }));
  return texts;
}
