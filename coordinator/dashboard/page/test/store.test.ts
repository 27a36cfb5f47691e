import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveGame } from '../src/api';
import { startStore, watchLive } from '../src/store';
import { sampleRun } from './sample';

// Streams that do what a test says.
class FakeSource {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  readonly heard = new Map<string, (event: { data: string }) => void>();
  constructor(readonly address: string) {
    FakeSource.all.push(this);
  }
  addEventListener(name: string, take: (event: { data: string }) => void) {
    this.heard.set(name, take);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  tell(name: string, data: unknown) {
    this.heard.get(name)?.({ data: JSON.stringify(data) });
  }
}
const held = () => FakeSource.all.filter((one) => one.readyState !== FakeSource.CLOSED);
const newest = () => FakeSource.all[FakeSource.all.length - 1] as FakeSource;

beforeEach(() => {
  FakeSource.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {} });
  vi.stubGlobal('window', { addEventListener: () => {}, setTimeout: () => 0 });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page', () => {
  it('holds one stream, also while it shows live games', () => {
    startStore();
    const games: LiveGame[][] = [];
    const links: string[] = [];
    const leave = watchLive({ run: 'r1', onGames: (told) => games.push(told), onLink: (link) => links.push(link) });
    expect(held().map((one) => one.address)).toEqual(['/api/v1/runs/r1/live?events=all']);
    newest().onopen();
    newest().tell('games', { games: [] });
    expect([games.length, links]).toEqual([1, ['open']]);
    leave();
    expect(held().map((one) => one.address)).toEqual(['/api/v1/events']);
  });
  it('goes back to the usual stream when the run has ended, or its games are refused', () => {
    const watch = (links: string[]) => watchLive({ run: 'r1', onGames: () => {}, onLink: (link) => links.push(link) });
    const refused: string[] = [];
    watch(refused);
    newest().readyState = FakeSource.CLOSED;
    newest().onerror();
    expect([refused, held().map((one) => one.address)]).toEqual([['closed'], ['/api/v1/events']]);
    watch([]);
    newest().tell('run', sampleRun({ run: 'r1', state: 'finished' }));
    newest().onerror();
    expect(held().map((one) => one.address)).toEqual(['/api/v1/events']);
  });
});
