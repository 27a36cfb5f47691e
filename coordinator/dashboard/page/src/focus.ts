// Where the focus goes when a link is followed: to the new page's heading, so that keys and those who
// hear the page go on from there.

import { useEffect, useRef } from 'preact/hooks';

function focusOn(heading: HTMLElement) {
  heading.tabIndex = -1;
  heading.focus();
}

// page: the address without its filters. A heading that comes with the data, in place of one that
// said "Loading", takes the focus over, until the reader has done something himself.
export function useFocusOnHeading(page: string) {
  const opened = useRef<string | null>(page); // the first page: the browser begins at its top
  useEffect(() => {
    const main = document.getElementById('main');
    if (page === opened.current || !main) return;
    opened.current = null;
    const take = () => {
      const heading = main.querySelector('h1');
      if (heading) focusOn(heading);
    };
    take();
    const changes = new MutationObserver(() => {
      if (document.activeElement === document.body || document.activeElement === null) take();
    });
    changes.observe(main, { childList: true, subtree: true });
    const leave = () => changes.disconnect();
    const done = new AbortController();
    for (const what of ['keydown', 'pointerdown']) {
      document.addEventListener(what, leave, { once: true, signal: done.signal });
    }
    return () => {
      leave();
      done.abort();
    };
  }, [page]);
}
