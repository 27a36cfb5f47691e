// Light or dark: the system's choice unless the reader made another, which the browser remembers.

import { useEffect, useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const kKey = 'rookery-theme';
const kOrder: Theme[] = ['system', 'light', 'dark'];

function stored(): Theme {
  try {
    const value = localStorage.getItem(kKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system'; // storage may be forbidden
  }
}

export function applyTheme(theme: Theme = stored()) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = theme === 'system' ? (dark ? 'dark' : 'light') : theme;
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const listener = () => applyTheme(theme);
    system.addEventListener('change', listener);
    return () => system.removeEventListener('change', listener);
  }, [theme]);
  const next = () => {
    const value = kOrder[(kOrder.indexOf(theme) + 1) % kOrder.length] ?? 'system';
    try {
      localStorage.setItem(kKey, value);
    } catch {
      // then it lasts as long as the page
    }
    applyTheme(value);
    setTheme(value);
  };
  return [theme, next];
}

// The colours of charts, read from the style sheet so that they are written down once.
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// Calls back whenever the colours have changed.
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
