// A run as its page shows it: live, with its history.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, getRun } from './api';
import type { Detail, Point, Run } from './api';
import { rememberRun, useKnown } from './store';

const kRefreshMs = 20_000; // the whole history; between, points are added as they come

// The run, live, with its history: fetched when the page or the stream opens, then extended.
export function useRun(id: string): { run: Run | undefined; detail: Detail | null; history: Point[]; error: string } {
  const known = useKnown();
  const run = known.runs.get(id);
  const [history, setHistory] = useState<Point[]>([]);
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState('');

  useEffect(() => {
    let current = true;
    const load = () =>
      getRun(id).then(
        (fresh) => {
          if (!current) return;
          rememberRun(fresh);
          setHistory(fresh.history);
          setDetail(fresh);
          setError('');
        },
        (fault: ApiError) => {
          // A run that is shown stays: the header says that the connection is lost.
          if (current) setError(fault.message);
        },
      );
    void load();
    const timer = setInterval(() => void load(), kRefreshMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [id, known.epoch, run?.state]);

  useEffect(() => {
    if (!run) return;
    setHistory((points) => {
      const last = points[points.length - 1];
      if (run.pairs <= (last?.pairs ?? 0)) return points;
      const { pairs, llr, elo, elo_low, elo_high } = run;
      return [...points, { pairs, llr, elo, elo_low, elo_high }];
    });
  }, [run?.pairs]);
  return { run, detail, history, error };
}
