import { afterEach, describe, expect, it } from 'vitest';
import { applyLanguage } from '../src/i18n/language';
import { said } from '../src/i18n/said';

afterEach(() => applyLanguage('en'));

describe('said', () => {
  it('translates what is filled in, where that is a sentence too', () => {
    const text =
      'no run that has pairs suits this worker; run ab1: it needs the platform arm64, ' +
      "the worker's is not known";
    expect(said(text)).toBe(text);
    applyLanguage('zh');
    expect(said(text)).toBe('有局对的任务都不适合这台工作机；任务 ab1：它需要平台 arm64，而工作机的是 未知');
  });
  it('leaves what people or later coordinators say as it is', () => {
    applyLanguage('zh');
    expect(said('this worker is drained: none of (it)*')).toBe('这台工作机已停派：none of (it)*');
    expect(said('a new reason')).toBe('a new reason');
    expect(said('')).toBe('');
  });
});
