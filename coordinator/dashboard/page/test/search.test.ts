import { describe, expect, it } from 'vitest';
import { applyLanguage } from '../src/i18n/language';
import { hasWords } from '../src/search';
import { sampleRun } from './sample';

describe('the search among runs', () => {
  it('knows their kind, in either language', () => {
    const league = sampleRun({ kind: 'league' });
    expect(hasWords(league, 'League')).toBe(true);
    expect(hasWords(league, 'tuning')).toBe(false);
    expect(hasWords(sampleRun({ kind: 'tune' }), 'tuning')).toBe(true);
    applyLanguage('zh');
    expect([hasWords(league, '联赛'), hasWords(league, 'league')]).toEqual([true, true]);
    applyLanguage('en');
  });
});
