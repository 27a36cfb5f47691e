import { useKnown } from '../store';
import { CopyBlock } from '../components/copy';
import { WorkerTable } from '../components/worker_table';

const kOrder: Record<string, number> = { playing: 0, idle: 1, away: 2 };

export function WorkersPage() {
  const { workers, loaded, error } = useKnown();
  document.title = 'Workers · Rookery';
  const sorted = [...workers].sort(
    (a, b) => (kOrder[a.state] ?? 3) - (kOrder[b.state] ?? 3) || a.worker.localeCompare(b.worker),
  );
  return (
    <>
      <h1>Workers</h1>
      <section class="card">
        {!loaded ? (
          <p class="muted">{error || 'Loading…'}</p>
        ) : sorted.length === 0 ? (
          <div class="empty">
            <p>No worker has ever connected. Start one on any machine that reaches this coordinator:</p>
            <CopyBlock label="Command" text="rookery-worker run --coordinator HOST:PORT --slots 2" />
          </div>
        ) : (
          <WorkerTable workers={sorted} withRun />
        )}
      </section>
    </>
  );
}
