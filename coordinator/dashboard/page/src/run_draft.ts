// What was typed into the form for a new run and not sent yet.

import { draftOf } from './draft';
import type { Fields } from './new_run';

export const kDraft = 'run'; // of the form, whichever run it copies
interface Draft {
  clone: string;
  fields: Fields;
}

export const draftFor = (clone: string): Fields | null => {
  const draft = draftOf<Draft>(kDraft);
  return draft?.clone === clone ? draft.fields : null;
};
