import {
  choice,
  EnvironmentError,
  flag,
  integer,
  list,
  required,
  text,
  webAddress,
} from '../../config/environment/read';
import { startServerProcess } from '../support/server-process';

const NAME = 'HOUSE_TEST_VALUE';

const withValue = <Result>(value: string | undefined, read: () => Result): Result => {
  if (value === undefined) delete process.env[NAME];
  else process.env[NAME] = value;
  try {
    return read();
  } finally {
    delete process.env[NAME];
  }
};

describe('an environment variable', () => {
  it.each([undefined, '', '  '])('counts as unset when it is %j', (value) => {
    expect(withValue(value, () => text(NAME, 'fallback'))).toBe('fallback');
    expect(withValue(value, () => integer(NAME, 7, 0, 9))).toBe(7);
    expect(withValue(value, () => flag(NAME, true))).toBe(true);
    expect(withValue(value, () => choice(NAME, ['a', 'b'], 'b'))).toBe('b');
    expect(withValue(value, () => webAddress(NAME))).toBe('');
    expect(withValue(value, () => list(NAME))).toEqual([]);
  });

  it('that is required and unset is named', () => {
    expect(() => required(NAME)).toThrow(
      new EnvironmentError(`${NAME} is not set: see .env.example`)
    );
  });

  it.each(['abc', '1.5', '-1', '10', '0x1', '1e1'])(
    'that is no such number, %j, is refused',
    (value) => {
      expect(() => withValue(value, () => integer(NAME, 7, 0, 9))).toThrow(
        `${NAME} must be a whole number from 0 to 9, but is "${value}"`
      );
    }
  );

  it('that is not one of the words is refused, with the words', () => {
    expect(() => withValue('c', () => choice(NAME, ['a', 'b'], 'a'))).toThrow(
      `${NAME} must be one of a, b, but is "c"`
    );
  });

  it('that is neither true nor false is refused', () => {
    expect(() => withValue('1', () => flag(NAME, false))).toThrow('must be true or false');
  });

  it('that holds an address loses the slash at its end', () => {
    expect(withValue('https://example.org/blog/', () => webAddress(NAME))).toBe(
      'https://example.org/blog'
    );
    expect(() => withValue('example.org', () => webAddress(NAME))).toThrow('must be an address');
  });
});

describe('the start with a wrong setting', () => {
  const logOfStart = async (env: Record<string, string>): Promise<string> => {
    try {
      const server = await startServerProcess({ env });
      await server.stop();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but is "abc"'],
    [
      { DATABASE_CLIENT: 'foo' },
      'DATABASE_CLIENT must be one of sqlite, postgres, mysql, but is "foo"',
    ],
    [{ UPLOAD_PROVIDER: 's3' }, 'S3_BUCKET is not set: see .env.example'],
    [{ APP_KEYS: '' }, 'APP_KEYS is not set: see .env.example'],
    [
      { DATABASE_CLIENT: 'postgres', DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/name' },
      'Cannot use the database (postgres): connect ECONNREFUSED 127.0.0.1:1',
    ],
  ])('%j tells it in one line and ends with 1', async (env, line) => {
    expect(await logOfStart(env)).toBe(
      `The server ended with 1:\nStarting the server ...\n${line}\n`
    );
  });
});

describe('the start on a port in use', () => {
  it('tells it in one line and ends with 1', async () => {
    const first = await startServerProcess();
    const port = new URL(first.url).port;
    await expect(startServerProcess({ env: { PORT: port } })).rejects.toThrow(
      `ended with 1:\nStarting the server ...\nPort ${port} is in use by another program: stop it, or set PORT.\n`
    );
  });
});
