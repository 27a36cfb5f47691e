import { describe, expect, it } from 'vitest';
import { commandAt } from '../src/command';

describe('commandAt', () => {
  it('names the coordinator where the command line would ask another', () => {
    expect(commandAt('10.0.0.1:9', 'rookery test --dev a')).toBe('rookery --coordinator 10.0.0.1:9 test --dev a');
    expect(commandAt('127.0.0.1:7700', 'rookery test')).toBe('rookery test');
    expect(commandAt('', 'rookery test')).toBe('rookery test'); // not known yet
  });
});
