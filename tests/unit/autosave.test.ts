import type { Values } from '../../src/plugins/bot/admin/src/core/content-manager/fields';
import { createAutosave } from '../../src/plugins/bot/admin/src/features/autosave/autosave';
import {
  createLocalCopy,
  type BrowserStorage,
} from '../../src/plugins/bot/admin/src/features/autosave/local-copies';
import { createRemoteCopy } from '../../src/plugins/bot/admin/src/features/autosave/remote-copy';
import { storableOf } from '../../src/plugins/bot/admin/src/features/autosave/storable';

/** Makes a browser storage with a limit in characters. */
const storageOf = (room = 1_000_000): BrowserStorage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      const others = [...items].filter(([name]) => name !== key);
      if (others.reduce((sum, [, text]) => sum + text.length, value.length) > room) {
        throw new Error('QuotaExceededError');
      }
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
};

const open = (storage: BrowserStorage, initialValues: Values) => {
  const copy = createLocalCopy(storage, '1', '/work');
  const autosave = createAutosave({ copy, storable: (changed) => changed });
  const show = (values: Values, initial = initialValues, isSubmitting = false) =>
    autosave.observe({ values, initialValues: initial, isSubmitting });
  show(initialValues);
  return { copy, autosave, show };
};

test('what comes into the form unasked does not take away what was typed', () => {
  const { autosave, show } = open(storageOf(), { title: 'a', body: 'b' });
  show({ title: 'typed', body: 'b' });
  const now = { title: 'a', body: 'c' };
  show(now, now);
  expect(autosave.offer()).toMatchObject({ changed: { title: 'typed' } });
  expect(autosave.takeOffer()).toEqual({ title: 'typed', body: 'c' });
});

test('what is taken back by hand is not offered', () => {
  const { copy, autosave, show } = open(storageOf(), { title: 'a' });
  show({ title: 'typed' });
  autosave.flush();
  expect(copy.read()).toBeDefined();
  show({ title: 'a' });
  expect(autosave.offer()).toBeUndefined();
  expect(copy.read()).toBeUndefined();
});

test('what is saved is kept no more, but what was typed meanwhile is', () => {
  const initial = { title: 'a' };
  const { copy, autosave, show } = open(storageOf(), initial);
  const typed = { title: 'typed' };
  show(typed);
  autosave.flush();
  show(typed, initial, true);
  autosave.saved();
  show(typed, typed);
  expect(copy.read()).toBeUndefined();

  const more = { title: 'more' };
  show(more, typed, true);
  show({ title: 'more and more' }, typed, true);
  autosave.saved();
  show(more, more);
  expect(autosave.offer()).toMatchObject({ changed: { title: 'more and more' } });
});

test('what is offered and what is typed besides are both kept', () => {
  const storage = storageOf();
  createLocalCopy(storage, '1', '/work').write({ title: 'earlier' });
  const { copy, autosave, show } = open(storage, { title: 'a', body: 'b' });
  show({ title: 'a', body: 'now' });
  autosave.flush();
  expect(copy.read()).toMatchObject({ changed: { title: 'earlier', body: 'now' } });
  autosave.dropOffer();
  expect(copy.read()).toMatchObject({ changed: { body: 'now' } });
});

test('one person is not shown what another has typed', () => {
  const storage = storageOf();
  createLocalCopy(storage, '1', '/work').write({ title: 'secret' });
  expect(createLocalCopy(storage, '2', '/work').read()).toBeUndefined();
});

test('without room, other copies go, the oldest first; after 30 days each does', () => {
  const storage = storageOf(400);
  jest.useFakeTimers({ now: new Date('2026-01-01') });
  try {
    const write = (path: string, days: number) => {
      jest.setSystemTime(new Date(Date.UTC(2026, 0, 1 + days)));
      createLocalCopy(storage, '1', path).write({ body: 'x'.repeat(100) });
    };
    write('/one', 0);
    write('/two', 1);
    write('/three', 2);
    expect(createLocalCopy(storage, '1', '/one').read()).toBeUndefined();
    expect(createLocalCopy(storage, '1', '/two').read()).toBeDefined();
    jest.setSystemTime(new Date('2026-03-01'));
    expect(createLocalCopy(storage, '1', '/two').read()).toBeUndefined();
  } finally {
    jest.useRealTimers();
  }
});

test('no password is kept, and nothing for a proposed uid alone', () => {
  const storable = storableOf({
    attributes: {
      name: { type: 'string' },
      slug: { type: 'uid' },
      secret: { type: 'password' },
      zone: { type: 'dynamiczone' },
    },
    components: {
      'a.login': { attributes: { user: { type: 'string' }, secret: { type: 'password' } } },
    },
  });
  const zone = [{ __component: 'a.login', user: 'u', secret: 's' }];
  const changed = { name: 'n', slug: 'n', secret: 's', zone, updatedAt: 'now' };
  expect(storable(changed, {})).toEqual({
    name: 'n',
    slug: 'n',
    zone: [{ __component: 'a.login', user: 'u' }],
  });
  expect(storable({ slug: 'n' }, {})).toEqual({});
  expect(storable({ slug: 'n' }, { slug: 'o' })).toEqual({ slug: 'n' });
});

test('what the server did not take is sent again, unless it was saved or the form is gone meanwhile', async () => {
  jest.useFakeTimers();
  try {
    let isAway = true;
    const stored: Values[] = [];
    const write = async (changed: Values): Promise<void> => {
      if (isAway) throw new Error('The server is away');
      stored.push(changed);
    };
    const copy = createRemoteCopy(createLocalCopy(storageOf(), '1', '/work'), {
      read: async () => undefined,
      write,
    });
    await copy.findNewer();
    const typeWhileAway = async (title: string): Promise<void> => {
      isAway = true;
      copy.write({ title });
      await jest.advanceTimersByTimeAsync(4_000);
      isAway = false;
    };
    await typeWhileAway('kept');
    await jest.advanceTimersByTimeAsync(20_000);
    expect(stored.splice(0)).toEqual([{ title: 'kept' }]);
    await typeWhileAway('saved');
    copy.remove();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(stored.splice(0)).toEqual([{}]);
    await typeWhileAway('left');
    isAway = true;
    copy.end();
    await jest.advanceTimersByTimeAsync(20_000);
    isAway = false;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(stored).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  [413, 1],
  [403, 1],
  [429, 3],
  [503, 3],
])('what the server answers with %i is sent %i times in 40 seconds', async (status, times) => {
  jest.useFakeTimers();
  try {
    const write = jest.fn(() => Promise.reject(Object.assign(new Error(), { status })));
    const copy = createRemoteCopy(createLocalCopy(storageOf(), '1', '/work'), {
      read: async () => undefined,
      write,
    });
    await copy.findNewer();
    copy.write({ title: 'too large' });
    await jest.advanceTimersByTimeAsync(40_000);
    expect(write).toHaveBeenCalledTimes(times);
  } finally {
    jest.useRealTimers();
  }
});

test('a copy that was typed while the server was read is sent when the read fails', async () => {
  jest.useFakeTimers();
  try {
    const write = jest.fn(async () => undefined);
    const copy = createRemoteCopy(createLocalCopy(storageOf(), '1', '/work'), {
      read: async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, 10_000);
        });
        throw new Error('timeout');
      },
      write,
    });
    const reading = copy.findNewer();
    copy.write({ title: 'typed' });
    await jest.advanceTimersByTimeAsync(10_000);
    await reading;
    expect(write).toHaveBeenCalledWith({ title: 'typed' });
  } finally {
    jest.useRealTimers();
  }
});
