/** A browser's `localStorage`, as far as it is used here. */
export interface BrowserStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  /** @throws when there is no room */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Fields of a form, by their names. */
export type Values = Record<string, unknown>;

/** What was typed and not saved. */
export interface Kept {
  /** When it was kept; ISO 8601. */
  at: string;
  changed: Values;
}

/** What is kept of one form. */
export interface KeptCopy {
  read(): Kept | undefined;
  /** Keeps these fields; nothing else is kept of this form any more. */
  write(changed: Values): Kept;
  remove(): void;
}

const PREFIX = 'bot.kept-text:';
const DAYS = 30;

const parse = (text: string | null): Kept | undefined => {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    const at: unknown = Reflect.get(Object(kept), 'at');
    const changed: unknown = Reflect.get(Object(kept), 'changed');
    return typeof at === 'string' && typeof changed === 'object' && changed !== null
      ? { at, changed: changed as Values }
      : undefined;
  } catch {
    return undefined;
  }
};

const keysIn = (storage: BrowserStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(PREFIX)
  );

const byAge = (storage: BrowserStorage): { key: string; at: string }[] =>
  keysIn(storage)
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? '' }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));

const removeOld = (storage: BrowserStorage, now: Date): void => {
  const oldest = new Date(now.getTime() - DAYS * 86_400_000).toISOString();
  for (const { key, at } of byAge(storage)) {
    if (at < oldest) storage.removeItem(key);
  }
};

/** Writes, and makes room if there is none: copies of other forms go, the oldest first. */
const store = (storage: BrowserStorage, key: string, text: string): void => {
  const others = byAge(storage).filter((copy) => copy.key !== key);
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
export const createKeptCopy = (storage: BrowserStorage, person: string, path: string): KeptCopy => {
  const key = `${PREFIX}${person}:${path}`;
  removeOld(storage, new Date());
  return {
    read: () => parse(storage.getItem(key)),
    write(changed) {
      const kept: Kept = { at: new Date().toISOString(), changed };
      store(storage, key, JSON.stringify(kept));
      return kept;
    },
    remove: () => storage.removeItem(key),
  };
};
