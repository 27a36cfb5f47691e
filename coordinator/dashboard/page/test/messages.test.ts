import { afterEach, describe, expect, it } from 'vitest';
import { kMessages } from '../src/i18n/messages';
import { applyLanguage, t, word } from '../src/i18n/language';
import type { Key } from '../src/i18n/language';

const rows = Object.entries(kMessages) as [string, readonly [string, string]][];
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

afterEach(() => applyLanguage('en'));

describe('the table of messages', () => {
  it('has every text in both languages', () => {
    for (const [key, [en, zh]] of rows) {
      expect(en.trim(), key).not.toBe('');
      expect(zh.trim(), key).not.toBe('');
    }
  });
  it('fills the same values in in both', () => {
    for (const [key, [en, zh]] of rows) {
      expect(holes(zh), key).toEqual(holes(en));
    }
  });
  // Where an s follows a number there is a form for one, whichever the value's name.
  it('counts one thing as one', () => {
    const notNouns = ['ms', 'as', 'is', 'was', 'has', 'repeats', 'waits', 'needs', 'pass', 'restless', 'stands', 'asks', 'thinks'];
    const faults: string[] = [];
    for (const [key, [en]] of rows) {
      const names = [...en.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '');
      const shown = t(key as Key, Object.fromEntries(names.map((name) => [name, 1])));
      const many = [...shown.matchAll(/\b1 (?:(?:more|other|core|such) )?([a-z-]+s)\b/g)].map(([, noun]) => noun ?? '');
      if (many.some((noun) => !notNouns.includes(noun))) faults.push(`${key}: ${shown}`);
    }
    expect(faults).toEqual([]);
  });
  it('is written in simplified Chinese wherever English is made of words', () => {
    const same = rows.filter(([, [en, zh]]) => en === zh).map(([key]) => key);
    expect(same).toEqual(['meaning.elo', 'run.elo', 'game.pgn']);
    const traditional = /[馬車後將對戰開關學習這個時為勝負國際應當點擊選擇種變]/;
    for (const [key, [, zh]] of rows) expect(zh, key).not.toMatch(traditional);
  });
});

describe('t', () => {
  it('fills values in and chooses the form by number', () => {
    expect(t('games.moves', { n: 1 })).toBe('1 move');
    expect(t('games.moves', { n: 31 })).toBe('31 moves');
    applyLanguage('zh');
    expect(t('games.moves', { n: 31 })).toBe('31 回合');
  });
});

describe('word', () => {
  it('translates the words of closed lists and leaves new ones readable', () => {
    expect(word('end', 'no-progress')).toBe('no progress');
    expect(word('end', 'struck-by-lightning')).toBe('struck by lightning');
    applyLanguage('zh');
    expect(word('end', 'no-progress')).toBe('五十回合');
  });
});
