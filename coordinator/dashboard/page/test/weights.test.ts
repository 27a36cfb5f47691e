import { describe, expect, it } from 'vitest';
import { weightNames, weightsText } from '../src/weights';
import { sampleRun } from './sample';

describe('weights', () => {
  const base = { name: 'default', weights: 'b'.repeat(64) };
  const run = (name: string, created: string) => sampleRun({ created, dev: { name, weights: 'a'.repeat(64) }, base });
  it('go by every name that a run gave them, the newest first', () => {
    const names = weightNames([run('old', '2026-01-01'), run('new', '2026-02-01'), run('old', '2025-01-01')]);
    expect(names.get('a'.repeat(64))).toEqual(['new', 'old']);
    expect(names.get('b'.repeat(64))).toEqual(['default']);
  });
  it('are told apart by their hash', () => {
    expect(weightsText('ab'.repeat(32), ['new', 'old'])).toBe('new = old (abababababab)');
    expect(weightsText('ab'.repeat(32), ['a', 'b', 'c', 'd'])).toBe('a = b = c… (abababababab)');
  });
});
