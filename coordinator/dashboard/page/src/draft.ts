// What was begun here and should outlast a look at another page: it is kept in the tab and ends with
// it. Bounded; where storage is forbidden or full nothing is kept.

const kMostChars = 100_000;
const keyOf = (name: string) => `rookery-draft-1-${name}`; // another number where a shape changes

export function keepDraft(name: string, value: unknown) {
  const text = JSON.stringify(value);
  try {
    if (text.length > kMostChars) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    // then it lasts as long as the page
  }
}

export function dropDraft(name: string) {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // nothing was kept
  }
}

// null: there is none that can be read.
export function draftOf<T>(name: string): T | null {
  try {
    const text = sessionStorage.getItem(keyOf(name));
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
