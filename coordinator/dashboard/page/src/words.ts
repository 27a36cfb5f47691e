// What a run's state is called, and what it means.

import type { League, Run } from './api';
import { count } from './format';
import { t, word } from './i18n/language';
import type { Values } from './i18n/language';
import { said } from './i18n/said';

export type Tone = 'accept' | 'reject' | 'open' | 'idle' | 'fault';

export interface Status {
  tone: Tone;
  mark: string; // told by shape as well as by colour
  word: string;
}

export function statusOf(run: Run): Status {
  if (run.state === 'failed') return { tone: 'fault', mark: '!', word: t('status.failed') };
  if (run.verdict === 'accepted') return { tone: 'accept', mark: '✓', word: t('status.accepted') };
  if (run.verdict === 'rejected') return { tone: 'reject', mark: '✕', word: t('status.rejected') };
  if (run.state === 'active') return { tone: 'open', mark: '●', word: t('status.playing') };
  if (run.state === 'paused') return { tone: 'idle', mark: '‖', word: t('status.paused') };
  if (run.state === 'waiting') return { tone: 'idle', mark: '…', word: t('status.waiting') };
  if (run.state === 'stopped') return { tone: 'idle', mark: '■', word: t('status.stopped') };
  return { tone: 'idle', mark: '○', word: run.kind === 'test' ? t('status.undecided') : t('status.finished') };
}

// One sentence that says what the run has shown.
function leagueValues(league: League, pairs: number, all: number): Values {
  return {
    format: word('league', league.format),
    n: league.engines.length,
    each: t('league.pairs', { n: count(league.pairs) }),
    pairs: count(pairs),
    all: t('league.pairs', { n: count(all) }),
  };
}

export function meaningOf(run: Run): string {
  if (run.state === 'failed') return said(run.message) || t('meaning.failed');
  if (run.league) return t('meaning.league', leagueValues(run.league, run.pairs, run.max_pairs));
  if (run.state === 'waiting') return t('meaning.waiting');
  if (run.tune) return run.state === 'active' ? t('meaning.tune.active') : t('meaning.tune.ended');
  const sprt = run.sprt;
  if (sprt === null) {
    return run.state === 'active' ? t('meaning.match.active') : t('meaning.match.ended');
  }
  const unit = sprt.model === 'normalized' ? t('meaning.nelo') : t('meaning.elo');
  if (run.verdict === 'accepted') {
    return t('meaning.accepted', { better: sprt.elo1, worse: sprt.elo0, unit, rate: sprt.alpha });
  }
  if (run.verdict === 'rejected') {
    return t('meaning.accepted', { better: sprt.elo0, worse: sprt.elo1, unit, rate: sprt.beta });
  }
  if (run.state === 'active') return t('meaning.open');
  if (run.state === 'paused') return t('meaning.paused');
  if (run.state === 'stopped') return said(run.message) || t('meaning.stopped');
  return t('meaning.cap');
}
