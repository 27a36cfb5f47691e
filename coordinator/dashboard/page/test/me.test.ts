import { describe, expect, it } from 'vitest';
import type { Me } from '../src/api';
import { whyNot } from '../src/me';

const me = (change: Partial<Me>): Me => ({
  role: 'author',
  owner: 'ann',
  may: { create_run: true, approve: false, take_out: false, test_webhooks: false },
  why_not: '',
  ...change,
});

describe('whyNot', () => {
  it('names the role that does not reach so far', () => {
    expect(whyNot(me({}), 'create_run')).toBe('');
    expect(whyNot(me({}), 'take_out')).toContain('role author');
  });
  it("gives the coordinator's reason where nobody may write", () => {
    const none = { create_run: false, approve: false, take_out: false, test_webhooks: false };
    expect(whyNot(me({ role: null, may: none, why_not: 'this server only reads' }), 'create_run')).toBe('this server only reads');
  });
});
