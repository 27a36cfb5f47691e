import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, dropDraft, keepDraft } from '../src/draft';

// As much of the browser's as is used.
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

describe('drafts', () => {
  it('are kept until they are dropped', () => {
    expect(draftOf('run')).toBeNull();
    keepDraft('run', { title: 'a' });
    expect(draftOf('run')).toEqual({ title: 'a' });
    expect(draftOf('game')).toBeNull();
    dropDraft('run');
    expect(draftOf('run')).toBeNull();
  });
  it('are bounded: one that is too long is not kept, nor is the one before', () => {
    keepDraft('run', { text: 'short' });
    keepDraft('run', { text: 'x'.repeat(200_000) });
    expect(draftOf('run')).toBeNull();
  });
  it('that cannot be read are none', () => {
    keepDraft('run', 1);
    sessionStorage.setItem('rookery-draft-1-run', '{');
    expect(draftOf('run')).toBeNull();
    vi.stubGlobal('sessionStorage', undefined);
    keepDraft('run', 1);
    dropDraft('run');
    expect(draftOf('run')).toBeNull();
  });
});
