import { describe, expect, it } from 'vitest';
import { meaningOf, statusOf } from '../src/words';
import { parseRoute } from '../src/router';
import { sampleRun } from './sample';

describe('statusOf', () => {
  it('tells a verdict before a state', () => {
    expect(statusOf(sampleRun()).word).toBe('Accepted');
    expect(statusOf(sampleRun({ verdict: 'rejected' })).word).toBe('Rejected');
    expect(statusOf(sampleRun({ verdict: 'undecided' })).word).toBe('Undecided');
    expect(statusOf(sampleRun({ verdict: 'undecided', kind: 'match' })).word).toBe('Finished');
    expect(statusOf(sampleRun({ verdict: 'undecided', state: 'active' })).word).toBe('Playing');
    expect(statusOf(sampleRun({ verdict: 'undecided', state: 'stopped' })).word).toBe('Stopped');
  });
  it('tells a failure before a verdict', () => {
    expect(statusOf(sampleRun({ state: 'failed' })).word).toBe('Failed');
  });
  it('differs by mark, not by colour alone', () => {
    const marks = (['accepted', 'rejected', 'undecided'] as const).map((verdict) => statusOf(sampleRun({ verdict })).mark);
    expect(new Set(marks).size).toBe(3);
  });
});

describe('meaningOf', () => {
  it('names the preferred bound, its scale and the error rate that goes with it', () => {
    expect(meaningOf(sampleRun())).toBe('The test prefers a gain of 5 to 0 normalised Elo, at an error rate of 0.05.');
    expect(meaningOf(sampleRun({ verdict: 'rejected' }))).toContain('0 to 5 normalised Elo, at an error rate of 0.1.');
  });
  it('never calls a match decided', () => {
    expect(meaningOf(sampleRun({ sprt: null, kind: 'match', verdict: 'undecided' }))).toContain('decides nothing');
  });
  it('repeats what the coordinator said of a stopped or failed run', () => {
    expect(meaningOf(sampleRun({ state: 'failed', message: 'no book' }))).toBe('no book');
    expect(meaningOf(sampleRun({ state: 'stopped', verdict: 'undecided', message: 'by hand' }))).toBe('by hand');
  });
});

describe('parseRoute', () => {
  it('splits path and filters', () => {
    const { path, query } = parseRoute('#/runs/a%2Fb?state=accepted');
    expect(path).toEqual(['runs', 'a/b']);
    expect(query.get('state')).toBe('accepted');
    expect(parseRoute('').path).toEqual([]);
  });
});
