// Sends the form for a new run.

import { ApiError, postJson } from './api';
import { requestOf } from './new_run';
import type { Fields, SideFields } from './new_run';
import { runAddress } from './router';
import type { SideName } from './components/side_form';

// A weights file that isn't one is told where it was written.
async function weightsOf(name: SideName, side: SideFields): Promise<string> {
  if (side.weights) return side.weights;
  try {
    return (await postJson<{ sha256: string }>('/api/v1/weights', { text: side.text })).sha256;
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 400) throw fault;
    throw new ApiError(fault.status, fault.message, [{ field: `${name}.text`, message: fault.message }]);
  }
}

// Sends the form; the address of the run that came of it. The id makes a second press harmless.
export async function send(fields: Fields, requestId: string): Promise<string> {
  const [dev, base] = [await weightsOf('dev', fields.dev), await weightsOf('base', fields.base)];
  const made = await postJson<{ run: string }>('/api/v1/runs', requestOf(fields, dev, base, requestId));
  return runAddress(made.run);
}

export const newId = () => `page-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')}`;
