// Whether the page can be seen: one in the background holds no connection of the browser's few.

import { useEffect, useState } from 'preact/hooks';

export function onVisibility(listener: (visible: boolean) => void): () => void {
  const told = () => listener(!document.hidden);
  document.addEventListener('visibilitychange', told);
  return () => document.removeEventListener('visibilitychange', told);
}

export function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => onVisibility(setVisible), []);
  return visible;
}
