import { isRecord, type Values } from '../../core/content-manager/fields';

/** The browser's `localStorage`, reduced to the methods used here. */
export interface BrowserStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  /** @throws when the storage is full */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Unsaved {
  /** The time when the unsaved changes were copied; ISO 8601. */
  at: string;
  changed: Values;
}

/** The prefix of the `localStorage` keys. Must not change, because earlier releases have stored copies with it. */
const PREFIX = 'bot.kept-text:';
const DAYS = 30;

const parse = (text: string | null): Unsaved | undefined => {
  try {
    const { at, changed } = Object(JSON.parse(text ?? 'null')) as Partial<Unsaved>;
    return typeof at === 'string' && isRecord(changed) ? { at, changed } : undefined;
  } catch {
    return undefined;
  }
};

/** Lists all copies of unsaved changes in the browser, the oldest first. */
const copiesIn = (storage: BrowserStorage): { key: string; at: string }[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? '' }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));

const removeOld = (storage: BrowserStorage): void => {
  const oldest = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  copiesIn(storage)
    .filter(({ at }) => at < oldest)
    .forEach(({ key }) => storage.removeItem(key));
};

/** Writes a copy of unsaved changes. If the storage is full, deletes copies of other forms, the oldest first. */
const store = (storage: BrowserStorage, key: string, text: string): void => {
  const others = copiesIn(storage).filter((copy) => copy.key !== key);
  for (;;) {
    try {
      storage.setItem(key, text);
      return;
    } catch {
      const next = others.shift();
      if (next === undefined) return;
      storage.removeItem(next.key);
    }
  }
};

/**
 * Stores one user's unsaved changes of one form in this browser, for 30 days.
 * @param path the path of the form in the panel, with its locale
 */
export const createLocalCopy = (storage: BrowserStorage, person: string, path: string) => {
  const key = `${PREFIX}${person}:${path}`;
  removeOld(storage);
  return {
    read: () => parse(storage.getItem(key)),
    /** Replaces the stored copy of the form's unsaved changes by these fields. */
    write(changed: Values): Unsaved {
      const copy = { at: new Date().toISOString(), changed };
      store(storage, key, JSON.stringify(copy));
      return copy;
    },
    remove: () => storage.removeItem(key),
  };
};

export type LocalCopy = ReturnType<typeof createLocalCopy>;
