import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import {
  bearerToken,
  choice,
  EnvironmentError,
  flag,
  integer,
  list,
  required,
  text,
  webAddress,
} from '../../config/environment/read';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { temporaryFolder } from './temporary-folder';

const NO_TOKEN =
  'must be at least 16 visible ASCII characters without spaces, which a header can carry; ' +
  `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`;

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

describe('a token', () => {
  it.each(['a-token-that-is-long-enough', '!"#$%&/()=?`{}[]~', 'x'.repeat(16), 'x'.repeat(4096)])(
    'may be %j',
    (value) => {
      expect(withValue(value, () => bearerToken(NAME))).toBe(value);
    }
  );

  it.each([
    'fifteen-letters',
    'two words in a row of some length',
    'a-tökèn-of-some-length',
    'a\ttab-in-the-middle-of-it',
    'x'.repeat(4097),
  ])('must not be %j', (value) => {
    expect(() => withValue(value, () => bearerToken(NAME))).toThrow(
      new EnvironmentError(`${NAME} ${NO_TOKEN}`)
    );
  });

  it('may be unset', () => {
    expect(withValue('  ', () => bearerToken(NAME))).toBe('');
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
    [{ BOT_API_TOKEN: 'two words of the bot' }, `BOT_API_TOKEN ${NO_TOKEN}`],
    [{ BOT_API_TOKEN_PREVIOUS: 'too-short' }, `BOT_API_TOKEN_PREVIOUS ${NO_TOKEN}`],
    [
      {
        DATABASE_CLIENT: 'postgres',
        DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/name',
        DATABASE_START_SECONDS: '0',
      },
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:1 (waited 0 s)',
    ],
  ])('%j tells it in one line and ends with 1', async (env, line) => {
    expect(await logOfStart(env)).toBe(
      `The server ended with 1:\nStarting the server ...\n${line}\n`
    );
  });
});

describe('the start', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ env: { BOT_API_TOKEN: '' } });
  });
  afterAll(() => server.stop());

  it('without a token for the bot says what to do, and nothing that needs one', async () => {
    // It answers before what it prints has come through the pipe.
    const last = `node -p "crypto.randomBytes(32).toString('base64url')"`;
    await until('the start has been told of', () => server.log.includes(last));
    expect(server.log).toContain('Bot token    none is set');
    expect(server.log).not.toContain('curl');
  });

  it('on a port in use tells it in one line and ends with 1', async () => {
    const { port } = new URL(server.url);
    await expect(startServerProcess({ env: { PORT: port } })).rejects.toThrow(
      `ended with 1:\nStarting the server ...\nPort ${port} is in use by another program: stop it, or set PORT.\n`
    );
  });
});

describe('what the start prints of the token', () => {
  const lines = async (env: Record<string, string>, content = ''): Promise<string[]> => {
    const { findToken } = await import('../../scripts/token-place.mjs');
    const { tokenLines } = await import('../../scripts/welcome.mjs');
    const root = await temporaryFolder();
    await writeFile(path.join(root, '.env'), content);
    const { place, file } = findToken(root, env);
    return tokenLines('http://localhost:1337', place, file);
  };

  it('reads it from the file where it is there', async () => {
    expect(
      await lines({ BOT_API_TOKEN: 'of-the-file' }, 'A=1\nBOT_API_TOKEN=of-the-file\n')
    ).toEqual([
      '  Bot token    BOT_API_TOKEN in .env',
      `  Try          curl -H "Authorization: Bearer $(sed -n 's/^BOT_API_TOKEN=//p' .env)" http://localhost:1337/api/bot/publications`,
    ]);
  });

  it('does not read it from a file that the environment has overruled', async () => {
    expect(await lines({ BOT_API_TOKEN: 'of-the-env' }, 'BOT_API_TOKEN=of-the-file\n')).toEqual([
      '  Bot token    BOT_API_TOKEN in the environment',
      '  Try          curl -H "Authorization: Bearer $BOT_API_TOKEN" http://localhost:1337/api/bot/publications',
    ]);
  });
});

describe('a fault in the configuration of a plugin', () => {
  it('is told in one line', async () => {
    const { describeStartError } = await import('../../scripts/start-error.mjs');
    expect(
      describeStartError(
        new Error('Error regarding bot config: bot plugin configuration: token: x'),
        {}
      )
    ).toBe('bot plugin configuration: token: x');
  });
});
