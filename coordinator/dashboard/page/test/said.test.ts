import { afterEach, describe, expect, it } from 'vitest';
import { applyLanguage } from '../src/i18n/language';
import { said, saidOfFields } from '../src/i18n/said';

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

describe('saidOfFields', () => {
  it('keeps the names of fields and translates what is wrong with them', () => {
    const text = "run.max_pairs: '1e30' is not a whole number from 0 to 9\nfield sprt.elo1: 5 is not above elo0, which is 9";
    expect(saidOfFields(text)).toBe(text);
    applyLanguage('zh');
    expect(saidOfFields(text)).toBe("run.max_pairs：'1e30' 不是 0 至 9 的整数\nsprt.elo1：5 不大于 elo0（9）");
  });
  it('says in Chinese what is wrong in a file of weights, line by line', () => {
    applyLanguage('zh');
    const faults =
      'weights:1: mat_pawn.mg: 99999 is out of range; allowed are 0 to 300\n' +
      "weights:3: 'mat_pwan' is no parameter; the nearest are mat_pawn.mg, mat_pawn.eg\n" +
      'weights:4: mat_pawn.eg: "x" is not a whole number; allowed are 0 to 300\nweights: and 7 more';
    expect(saidOfFields(faults).split('\n')).toEqual([
      '第 1 行：mat_pawn.mg：99999 超出范围；允许 0 至 300',
      '第 3 行：没有参数“mat_pwan”；最接近的有 mat_pawn.mg, mat_pawn.eg',
      '第 4 行：mat_pawn.eg："x" 不是整数；允许 0 至 300',
      'weights：另有 7 处',
    ]);
    expect(saidOfFields('weights:2: Error while parsing key: strange')).toBe('第 2 行：Error while parsing key: strange');
  });
  it('says in Chinese that there is no such run', () => {
    applyLanguage('zh');
    const text = "run 'x' is unknown; 'rookery runs list' shows those that there are";
    expect(saidOfFields(text)).toBe('没有任务“x”；用 rookery runs list 可列出现有任务');
  });
});
