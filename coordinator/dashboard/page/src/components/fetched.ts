// What a page asks the coordinator for once, with its faults; asked again when the address changes.

import { useEffect, useState } from 'preact/hooks';

export interface Fetched<T> {
  value: T | undefined;
  error: string;
}

export function useFetched<T>(ask: () => Promise<T>, keys: unknown[]): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ value: undefined, error: '' });
  useEffect(() => {
    let current = true;
    setFetched((before) => ({ value: before.value, error: '' }));
    ask().then(
      (value) => current && setFetched({ value, error: '' }),
      (fault: Error) => current && setFetched({ value: undefined, error: fault.message }),
    );
    return () => {
      current = false;
    };
  }, keys);
  return fetched;
}
