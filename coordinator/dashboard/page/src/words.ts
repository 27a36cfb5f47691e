// What a run's state is called, and what it means.

import type { Run } from './api';

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
