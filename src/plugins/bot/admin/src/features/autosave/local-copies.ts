import { isRecord, type Values } from '../../core/content-manager/fields';

/** A browser's `localStorage`, as far as it is used here. */
export interface BrowserStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  /** @throws when there is no room */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What was typed and not saved. */
export interface Unsaved {
  /** When it was copied; ISO 8601. */
  at: string;
  changed: Values;
}

/** What earlier releases have stored is found under it. */
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

/** All copies, the oldest first. */
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

/** Writes, and makes room if there is none: copies of other forms go, the oldest first. */
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
 * What a person has typed into one form of the panel and not saved, kept in this browser for 30 days.
 * @param path of the form in the panel, with its locale
 */
export const createLocalCopy = (storage: BrowserStorage, person: string, path: string) => {
  const key = `${PREFIX}${person}:${path}`;
  removeOld(storage);
  return {
    read: () => parse(storage.getItem(key)),
    /** Keeps these fields; nothing else is kept of this form any more. */
    write(changed: Values): Unsaved {
      const copy = { at: new Date().toISOString(), changed };
      store(storage, key, JSON.stringify(copy));
      return copy;
    },
    remove: () => storage.removeItem(key),
  };
};

export type LocalCopy = ReturnType<typeof createLocalCopy>;
