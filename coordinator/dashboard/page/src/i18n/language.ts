// English or Chinese: the reader's choice, or else the browser's. Every text of the page goes
// through t(); what programs say (the result to paste, commands, names) is never translated.

import { useEffect, useState } from 'preact/hooks';
import { kMessages } from './messages';

export type Language = 'en' | 'zh';
export type Key = keyof typeof kMessages;
export type Values = Record<string, string | number>;

const kKey = 'rookery-language';
const listeners = new Set<() => void>();
let current: Language = initial();

function initial(): Language {
  if (typeof navigator === 'undefined') return 'en'; // in tests
  try {
    const value = localStorage.getItem(kKey);
    if (value === 'en' || value === 'zh') return value;
  } catch {
    // storage may be forbidden
  }
  return navigator.languages?.some((name) => /^(zh|en)/i.test(name)) &&
    /^zh/i.test(navigator.languages.find((name) => /^(zh|en)/i.test(name)) ?? '')
    ? 'zh'
    : 'en';
}

export const language = () => current;
export const locale = () => (current === 'zh' ? 'zh-CN' : 'en-US');

// Shows the page in a language, without making it the reader's choice.
export function applyLanguage(value: Language) {
  current = value;
  if (typeof document !== 'undefined') document.documentElement.lang = value === 'zh' ? 'zh-Hans' : 'en';
  listeners.forEach((listener) => listener());
}

export function chooseLanguage(value: Language) {
  try {
    localStorage.setItem(kKey, value);
  } catch {
    // then it lasts as long as the page
  }
  applyLanguage(value);
}

// Draws the caller again when the language changes.
export function useLanguage(): Language {
  const [value, setValue] = useState(current);
  useEffect(() => {
    const listener = () => setValue(current);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return value;
}

// The text of a key, with {name} replaced. A text 'one|many' is chosen by the value n, a word of it
// that is written {name:one|many} by the value of that name.
export function t(key: Key, values: Values = {}): string {
  const [en, zh] = kMessages[key];
  const whole: string = current === 'zh' ? zh : en;
  const choose = (_: string, name: string, one: string, many: string) => (String(values[name]) === '1' ? one : many);
  let text = whole.replace(/\{(\w+):([^{}|]*)\|([^{}|]*)\}/g, choose);
  const forms = text.split('|');
  if (forms.length === 2) text = (String(values.n) === '1' ? forms[0] : forms[1]) ?? text;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

// A word that the coordinator chose from a closed list, such as 'repetition'; as it is if new.
export function word(group: string, name: string): string {
  const key = `${group}.${name}`;
  return key in kMessages ? t(key as Key) : name.replace(/-/g, ' ');
}
