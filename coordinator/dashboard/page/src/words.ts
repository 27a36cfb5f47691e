// What a run's state is called, what it means, and the block to paste into a commit message.

import type { Run } from './api';
import { boundsText, fixed, limitsText, signed, titleOf } from './format';

export type Tone = 'accept' | 'reject' | 'open' | 'idle' | 'fault';

export interface Status {
  tone: Tone;
  mark: string; // told by shape as well as by colour
  word: string;
}

export function statusOf(run: Run): Status {
  if (run.state === 'failed') return { tone: 'fault', mark: '!', word: 'Failed' };
  if (run.verdict === 'accepted') return { tone: 'accept', mark: '✓', word: 'Accepted' };
  if (run.verdict === 'rejected') return { tone: 'reject', mark: '✕', word: 'Rejected' };
  if (run.state === 'active') return { tone: 'open', mark: '●', word: 'Playing' };
  if (run.state === 'paused') return { tone: 'idle', mark: '‖', word: 'Paused' };
  if (run.state === 'stopped') return { tone: 'idle', mark: '■', word: 'Stopped' };
  return { tone: 'idle', mark: '○', word: run.kind === 'match' ? 'Finished' : 'Undecided' };
}

// One sentence that says what the run has shown.
export function meaningOf(run: Run): string {
  if (run.state === 'failed') return run.message || 'The run failed.';
  const sprt = run.sprt;
  if (sprt === null) {
    return run.state === 'active'
      ? 'A match of a fixed length: it measures, and decides nothing.'
      : 'The match is over. It measures, and decides nothing.';
  }
  const unit = sprt.model === 'normalized' ? 'normalised Elo' : 'Elo';
  if (run.verdict === 'accepted') {
    return `The test prefers a gain of ${sprt.elo1} to ${sprt.elo0} ${unit}, at an error rate of ${sprt.alpha}.`;
  }
  if (run.verdict === 'rejected') {
    return `The test prefers a gain of ${sprt.elo0} to ${sprt.elo1} ${unit}, at an error rate of ${sprt.beta}.`;
  }
  if (run.state === 'active') return 'Neither bound is reached yet.';
  if (run.state === 'paused') return 'Paused before either bound was reached.';
  if (run.state === 'stopped') return run.message || 'Stopped before either bound was reached.';
  return 'The limit on pairs was reached before either bound: no verdict.';
}

export function resultBlock(run: Run): string {
  const plain = (text: string) => text.replace(/\u2212/g, '-');
  const lines = [titleOf(run)];
  lines.push(`Verdict  ${run.verdict}${run.state === 'active' ? ' (still playing)' : ''}`);
  if (run.sprt !== null) {
    lines.push(`LLR      ${fixed(run.llr, 2)} (${fixed(run.lower, 2)}, ${fixed(run.upper, 2)}) ${boundsText(run)}`);
  }
  const range = (low: number | null, high: number | null) =>
    low === null ? '' : ` [${signed(low, 1)}, ${signed(high, 1)}] 95 %`;
  lines.push(`Elo      ${signed(run.elo, 1)}${range(run.elo_low, run.elo_high)}`);
  lines.push(`nElo     ${signed(run.nelo, 1)}${range(run.nelo_low, run.nelo_high)}`);
  lines.push(`Games    ${run.games} in ${run.pairs} pairs [${run.pentanomial.join(', ')}]`);
  lines.push(`Limits   ${limitsText(run.limits)}`);
  lines.push(`Run      ${run.run} (seed ${run.seed}, book ${run.book.sha256.slice(0, 12)})`);
  return plain(lines.join('\n'));
}

// How the same test is asked for again.
export function commandOf(run: Run): string {
  const words = ['rookery', run.kind === 'match' ? 'match' : 'test'];
  words.push('--dev', run.dev.name || run.dev.weights, '--base', run.base.name || run.base.weights);
  if (run.sprt !== null) {
    words.push('--elo0', String(run.sprt.elo0), '--elo1', String(run.sprt.elo1));
    words.push('--alpha', String(run.sprt.alpha), '--beta', String(run.sprt.beta));
    words.push('--model', run.sprt.model);
  }
  if (run.limits.nodes) words.push('--nodes', String(run.limits.nodes));
  if (run.limits.depth) words.push('--depth', String(run.limits.depth));
  if (run.limits.base_ms) {
    words.push('--tc', `${run.limits.base_ms / 1000}+${(run.limits.increment_ms ?? 0) / 1000}`);
  }
  words.push('--seed', run.seed);
  return words.join(' ');
}
