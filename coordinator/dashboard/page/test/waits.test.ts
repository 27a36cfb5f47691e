import { describe, expect, it } from 'vitest';
import type { Worker } from '../src/api';
import { waitingFor } from '../src/waits';
import { sampleRun } from './sample';

const worker = (part: Partial<Worker>) =>
  ({ state: 'idle', idle_reason: '', quarantine: '', drained: '', run: '', runs: [], ...part }) as Worker;
const active = sampleRun({ state: 'active', verdict: 'undecided', workers: 0 });
const threads = 'threads of each engine: 8, but slots of the worker: 1';

describe('waitingFor', () => {
  it('says nothing of what is played or has ended', () => {
    expect(waitingFor({ ...active, workers: 1 }, [])).toBe('');
    expect(waitingFor(sampleRun(), [])).toBe('');
  });
  it('says what somebody has to do', () => {
    expect(waitingFor({ ...active, state: 'paused' }, [])).toContain('paused');
    expect(waitingFor({ ...active, state: 'waiting', run: 'r7' }, [])).toContain('rookery runs approve r7');
    expect(waitingFor(active, [])).toBe('no worker is connected');
    expect(waitingFor(active, [worker({ state: 'away' })])).toBe('no worker is connected');
    const out = [worker({ quarantine: 'x' }), worker({ drained: 'y' })];
    expect(waitingFor(active, out)).toBe('all workers are in quarantine or drained');
  });
  it('names the coordinator in a command where the command line would ask another', () => {
    const waiting = { ...active, state: 'waiting' as const, run: 'r7' };
    expect(waitingFor(waiting, [], '10.0.0.1:9')).toContain('rookery --coordinator 10.0.0.1:9 runs approve r7');
    expect(waitingFor(waiting, [], '127.0.0.1:7700')).toContain(': rookery runs approve r7');
  });
  it('never gives a reason that is about another run', () => {
    const unsuited = (id: string) => worker({ worker: 'w1', idle_reason: `no run that has pairs suits this worker; run ${id}: ${threads}` });
    expect(waitingFor(active, [unsuited('other')])).toContain('rookery runs why r1 w1');
    expect(waitingFor(active, [unsuited('other')])).not.toContain('threads of each engine');
    expect(waitingFor(active, [unsuited('r1')])).toBe(threads);
    expect(waitingFor(active, [unsuited('other'), unsuited('r1')])).toBe(threads);
  });
  it('gives no reason from before the run was there', () => {
    expect(waitingFor(active, [worker({ idle_reason: 'no run is active' })])).toBe('it has not asked for work yet');
  });
  it("gives the coordinator's own reason before that others are busy", () => {
    const playing = worker({ state: 'playing', run: 'other', runs: ['other'] });
    expect(waitingFor(active, [playing, worker({ idle_reason: threads })])).toBe(threads);
    expect(waitingFor(active, [playing])).toBe('the workers play other runs');
    expect(waitingFor(active, [worker({})])).toBe('it has not asked for work yet');
  });
});
