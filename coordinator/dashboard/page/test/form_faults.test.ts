import { afterEach, describe, expect, it } from 'vitest';
import { formFaults, labelled, labelOf, planFaults } from '../src/form_faults';
import { applyLanguage } from '../src/i18n/language';
import { clock } from '../src/limit_fields';
import { kEmpty } from '../src/new_run';

afterEach(() => applyLanguage('en'));
const names = (change = {}) => formFaults({ ...kEmpty, ...change }).map(({ field }) => field);

describe('what is wrong with a form', () => {
  it('is told all at once, in the words of the page', () => {
    expect(formFaults(kEmpty)).toEqual([]);
    const wrong = { ...kEmpty, elo1: '-1', alpha: '2', pairs: '0', limits: { ...kEmpty.limits, nodes: '' } };
    expect(planFaults(wrong)).toEqual([
      { field: 'limits.nodes', message: 'A whole number of at least 1 is needed.' },
      { field: 'sprt.elo1', message: 'It must be greater than Elo 0, which is 0.' },
      { field: 'sprt.alpha', message: 'A number between 0 and 1 is needed; usual is 0.05.' },
      { field: 'max_pairs', message: 'A whole number from 1 to 10,000,000 is needed.' },
    ]);
    applyLanguage('zh');
    expect(planFaults(wrong)[1]).toEqual({ field: 'sprt.elo1', message: '必须大于 Elo 0（0）。' });
  });
  it('looks at what is asked for and at nothing else', () => {
    expect(names({ kind: 'match', elo1: '-1' })).toEqual([]);
    expect(names({ limits: { ...clock('8', '0'), nodes: '' } })).toEqual([]);
    expect(names({ alpha: '0.6', beta: '0.5' })).toEqual(['sprt.beta']);
    expect(names({ dev: { ...kEmpty.dev, name: ' ' }, seed: '1x' })).toEqual(['dev.name', 'seed']);
    expect(names({ base: { ...kEmpty.base, limits: clock('-1', '90000') } })).toEqual([
      'base.limits.base_ms',
      'base.limits.increment_ms',
    ]);
  });
  it('needs moves for every period of a clock but the last', () => {
    const period = { moves: '', seconds: '8', increment: '0' };
    const limits = { ...clock('8', '0'), periods: [period, period] };
    expect(names({ limits })).toEqual(['limits.periods[0].moves']);
  });
  it('names fields by their labels', () => {
    expect(labelOf('sprt.elo1')).toBe('Elo 1');
    expect(labelOf('dev.limits.periods[1].base_ms')).toBe('Dev: Seconds');
    expect(labelOf('tags')).toBe('tags');
    expect(labelled('elo1: -1 must be greater than elo0, which is -1')).toBe('Elo 1: -1 must be greater than Elo 0, which is -1');
    applyLanguage('zh');
    expect(labelled('max_pairs：0 太小')).toBe('局对上限：0 太小');
  });
});
