import type { Worker } from '../api';
import { ago, count, short } from '../format';
import { runAddress } from '../router';
import { useNow } from './clock';

const kMarks: Record<string, string> = { playing: '●', idle: '○', away: '◌' };

// Workers with what they do, or why they do nothing.
export function WorkerTable(props: { workers: Worker[]; withRun?: boolean }) {
  const now = useNow();
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Workers">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            {props.withRun ? <th scope="col">Run</th> : null}
            <th scope="col" class="number">Slots</th>
            <th scope="col" class="number">Nodes/s a slot</th>
            <th scope="col" class="number">Pairs lent</th>
            <th scope="col" class="number">Pairs</th>
            <th scope="col">Seen</th>
            <th scope="col">Version</th>
          </tr>
        </thead>
        <tbody>
          {props.workers.map((worker) => (
            <tr key={worker.worker}>
              <th scope="row">
                {worker.label || worker.worker}
                {worker.label ? <span class="muted id">{worker.worker}</span> : null}
              </th>
              <td>
                <span class={`state ${worker.state}`}>
                  <span aria-hidden="true">{kMarks[worker.state] ?? '?'}</span> {worker.state}
                </span>
                {worker.idle_reason ? <span class="muted reason">{worker.idle_reason}</span> : null}
              </td>
              {props.withRun ? (
                <td>{worker.run ? <a href={runAddress(worker.run)}>{worker.run}</a> : '–'}</td>
              ) : null}
              <td class="number">{count(worker.slots)}</td>
              <td class="number">{worker.nodes_per_second > 0 ? short(worker.nodes_per_second) : '–'}</td>
              <td class="number">{count(worker.pairs_lent)}</td>
              <td class="number">{count(worker.pairs)}</td>
              <td>{ago(worker.last_seen, now)}</td>
              <td class="muted">{worker.version}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
