// What the reader's token lets him do: what he may not do isn't offered, or says why.

import { getMe } from './api';
import type { Me, Right } from './api';
import { useFetched } from './components/fetched';
import { said } from './i18n/said';
import { t, word } from './i18n/language';

// Why not; empty: he may. Pure.
export function whyNot(me: Me, right: Right): string {
  if (me.may[right]) return '';
  if (me.why_not) return said(me.why_not);
  return t('me.role', { role: word('role', me.role ?? '') });
}

export interface Allowed {
  known: boolean; // the coordinator has said it, or can't
  may: boolean;
  why: string;
}

export function useRight(right: Right): Allowed {
  const { value, error } = useFetched(getMe, []);
  return { known: value !== undefined || error !== '', may: value?.may[right] ?? false, why: value ? whyNot(value, right) : '' };
}
