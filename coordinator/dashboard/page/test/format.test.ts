import { describe, expect, it } from 'vitest';
import { ago, duration, eloInterval, eloText, fixed, gamesRate, interval, limitsText, percent, short, signed, titleOf } from '../src/format';
import { sampleRun } from './sample';

describe('numbers', () => {
  it('carry their sign, and a true minus', () => {
    expect(signed(3.14159, 2)).toBe('+3.14');
    expect(signed(-3.14159, 2)).toBe('\u22123.14');
    expect(signed(0, 1)).toBe('0.0');
  });
  it('lose their sign when they round to zero', () => {
    expect(signed(0.004, 2)).toBe('0.00');
    expect(fixed(-0.004, 2)).toBe('0.00');
  });
  it('that are missing are a dash, never a zero', () => {
    expect(signed(null, 1)).toBe('–');
    expect(interval(null, 3, 1)).toBe('–');
    expect(percent(null)).toBe('–');
  });
  it('are shortened from ten thousand on', () => {
    expect(short(9999)).toBe('9,999');
    expect(short(12345)).toBe('12.3 k');
    expect(short(999_499)).toBe('999 k');
    expect(short(1_234_567)).toBe('1.23 M');
  });
});

describe('times', () => {
  it('use two units at most', () => {
    expect(duration(59.4)).toBe('59 s');
    expect(duration(61)).toBe('1 min 1 s');
    expect(duration(3700)).toBe('1 h 1 min');
    expect(duration(200_000)).toBe('2 d 7 h');
    expect(duration(-5)).toBe('0 s');
  });
  it('that are past use the greatest unit', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    expect(ago('2026-01-01T23:59:58Z', now)).toBe('now');
    expect(ago('2026-01-01T23:59:30Z', now)).toBe('30 s ago');
    expect(ago('2026-01-01T22:50:00Z', now)).toBe('1 h ago');
    expect(ago(null, now)).toBe('–');
  });
  it('of slow games are given by the minute', () => {
    expect(gamesRate(17.34)).toBe('17 games/s');
    expect(gamesRate(1.25)).toBe('1.3 games/s');
    expect(gamesRate(0.05)).toBe('3.0 games/min');
    expect(gamesRate(0)).toBe('0 games/s');
  });
});

describe('runs', () => {
  it('without a title are named by their sides', () => {
    expect(titleOf(sampleRun())).toBe('tuned against default');
    expect(titleOf(sampleRun({ title: 'Second try' }))).toBe('Second try');
  });
  it('say every limit that is set', () => {
    expect(limitsText({ nodes: 5000 })).toBe('5,000 nodes a move');
    expect(limitsText({ base_ms: 8000, increment_ms: 80 })).toBe('8 s + 0.08 s a move');
    expect(limitsText({ base_ms: 8000, depth: 9 })).toBe('8 s + 0 s a move, depth 9');
    expect(limitsText({ increment_ms: 5000 })).toBe('0 s + 5 s a move');
    expect(limitsText({ movetime_ms: 100, margin_ms: 20 })).toBe('0.1 s a move, 20 ms late is forgiven');
    expect(limitsText({})).toBe('–');
  });
});

describe('Elo', () => {
  it('has no number where its model ends', () => {
    expect([eloText(-12.34), eloText(null)]).toEqual(['−12.3', '–']);
    expect(eloInterval(null, null)).toBe('not known yet');
    expect(eloInterval(null, 30)).toBe('at most +30.0');
    expect(eloInterval(3, null)).toBe('at least +3.0');
    expect(eloInterval(-1, 2)).toBe('−1.0 to +2.0');
  });
});
