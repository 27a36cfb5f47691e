import { describe, expect, it } from 'vitest';
import { chartEnd, endsBetween } from '../src/components/llr_chart';
import { sampleRun } from './sample';

const forecast = {
  accepted: 0.7,
  rejected: 0.2,
  undecided: 0.1,
  pairs_expected: 300,
  pairs_low: 50,
  pairs_median: 200,
  pairs_high: 900,
};

describe('the forecast of a test', () => {
  it('lies ahead of what was played', () => {
    expect(endsBetween(sampleRun({ forecast }))).toEqual({ low: 150, high: 1000 });
    expect(endsBetween(sampleRun())).toBeNull();
  });
  it('stretches the chart, but not until what was played is too small to read', () => {
    expect(chartEnd(100, 120)).toBeCloseTo(123.6);
    expect(chartEnd(100, 1000)).toBeCloseTo(309);
    expect(chartEnd(0, 1000)).toBeCloseTo(30.9);
  });
});
