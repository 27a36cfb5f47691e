// The address after '#': a path and filters, so that every view can be linked to.

import { useEffect, useState } from 'preact/hooks';

export interface Route {
  path: string[]; // '#/runs/x' is ['runs', 'x']
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(query),
  };
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const listener = () => setRoute(parseRoute(location.hash));
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
  return route;
}

// Changes a filter without leaving a trail in the browser's history.
export function setQuery(name: string, value: string) {
  const { path, query } = parseRoute(location.hash);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  location.replace(`#/${path.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`);
}

export const runAddress = (id: string) => `#/runs/${encodeURIComponent(id)}`;
export const fitAddress = (id: string) => `#/fits/${encodeURIComponent(id)}`;
export const gamesAddress = (id: string, from = 0) => `${runAddress(id)}/games${from > 0 ? `?from=${from}` : ''}`;
export const livePageAddress = (id: string, game?: { pair: number; number: number }) =>
  `${runAddress(id)}/live${game ? `?pair=${game.pair}&game=${game.number}` : ''}`;
export const pairAddress = (id: string, pair: number) => `${runAddress(id)}/games/${pair}`;
