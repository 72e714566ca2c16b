import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';

import { parse } from 'dotenv';

import { siteAddress } from '../../config/environment/address';
import { readSettings } from '../../config/environment/all';
import { NAMES } from '../../config/environment/names';
import {
  baseAddress,
  bearerToken,
  choice,
  EnvironmentError,
  flag,
  integer,
  list,
  origins,
  required,
  text,
  webAddress,
} from '../../config/environment/read';
import { createBot } from '../support/bot';
import { surroundings, testEnvironment } from '../support/environment';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { temporaryFolder } from './temporary-folder';

const NO_TOKEN =
  'must be at least 16 visible ASCII characters without spaces, because it is sent in a header; ' +
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
      new EnvironmentError(`${NAME} is not set. See .env.example`)
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

  it.each(['https://example.org/?a=b', 'https://example.org/#a', 'https://u:p@example.org'])(
    'that is the base of others is not %s',
    (value) => {
      expect(() => withValue(value, () => baseAddress(NAME))).toThrow(
        `${NAME} must be an address without a user, a query (?) and a fragment (#)`
      );
    }
  );

  it('that holds origins has them as browsers send them', () => {
    expect(withValue('https://Example.org:443/,*', () => origins(NAME))).toEqual([
      'https://example.org',
      '*',
    ]);
    expect(() => withValue('https://example.org/path', () => origins(NAME))).toThrow(
      'contain origins'
    );
  });
});

const RANDOM =
  'must be random, and have 16 characters or more; ' +
  `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`;

describe('a wrong setting is named:', () => {
  const before = process.env;
  afterEach(() => {
    process.env = before;
  });

  it.each<[Record<string, string>, string]>([
    [{ APP_KEYS: '' }, `APP_KEYS ${RANDOM}`],
    [{ APP_KEYS: 'a-key-that-is-long-enough,short' }, `APP_KEYS ${RANDOM}`],
    [
      { ADMIN_JWT_SECRET: 'tobemodified-tobemodified', ENCRYPTION_KEY: 'short' },
      `ADMIN_JWT_SECRET, ENCRYPTION_KEY ${RANDOM}`,
    ],
    [{ BOT_API_TOKEN: 'change-me-change-me' }, `BOT_API_TOKEN ${RANDOM}`],
    [
      { HOST: 'not a host' },
      'HOST must be an address or a name of this machine, but is "not a host"',
    ],
    [
      { HOST: '127.0.0.300' },
      'HOST must be an address or a name of this machine, but is "127.0.0.300"',
    ],
    [
      { CORS_ORIGINS: 'https://example.org, nonsense' },
      'CORS_ORIGINS must contain origins such as https://example.org, but contains "nonsense"',
    ],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:5432' },
      'DATABASE_URL must look like postgres://user:password@host:5432/name or mysql://...',
    ],
    [
      { DATABASE_URL: 'postgres://u:50%@127.0.0.1/site' },
      'DATABASE_URL must look like postgres://user:password@host:5432/name or mysql://...',
    ],
    [
      { DATABASE_URL: 'mysql://127.0.0.1/site', DATABASE_CLIENT: 'postgres' },
      'DATABASE_CLIENT is postgres, but DATABASE_URL is the address of a mysql server',
    ],
    [
      { UPLOAD_PROVIDER: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
    ],
    [{ BOT_API_TOKN: 'x' }, 'BOT_API_TOKN is not a setting. Did you mean BOT_API_TOKEN?'],
    [{ S3_ACCESS_KEY: 'x' }, 'S3_ACCESS_KEY is not a setting. Did you mean S3_ACCESS_KEY_ID?'],
  ])('%j', (env, line) => {
    process.env = { ...surroundings(), ...testEnvironment(), ...env };
    expect(readSettings).toThrow(new EnvironmentError(line));
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'sqlite'],
    [{ DATABASE_URL: 'postgresql://u:p@[::1]:5432/site' }, 'postgres'],
    [{ DATABASE_URL: 'mariadb://u:p@db/site' }, 'mysql'],
    // Kubernetes sets such variables for the ports of a service with the name "s3".
    [{ S3_PORT: 'tcp://10.0.0.1:8333', S3_SERVICE_PORT_HTTP: '8333' }, 'sqlite'],
  ])('no fault is found in %j, whose database is %s', (env, databaseClient) => {
    process.env = { ...surroundings(), ...testEnvironment(), ...env };
    expect(readSettings()).toEqual({ databaseClient });
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'http://localhost:1337'],
    [{ HOST: '127.0.0.1', PORT: '80' }, 'http://127.0.0.1:80'],
    [{ HOST: '::1' }, 'http://[::1]:1337'],
    [{ HOST: '::' }, 'http://localhost:1337'],
    [{ PUBLIC_URL: 'https://Example.org/blog/' }, 'https://example.org/blog'],
  ])('with %j the address of the site is %s', (env, address) => {
    process.env = env;
    expect(siteAddress()).toBe(address);
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
    [{ UPLOAD_PROVIDER: 's3' }, 'S3_BUCKET is not set. See .env.example'],
    [{ APP_KEYS: 'change-me-1,change-me-2' }, `APP_KEYS ${RANDOM}`],
    [
      { PUBLIC_URL: 'https://example.org?a=b' },
      'PUBLIC_URL must be an address without a user, a query (?) and a fragment (#)',
    ],
    [
      { BOT_UPLOAD_ADDRESSES: '10.0.0.0/99' },
      'bot plugin configuration: BOT_UPLOAD_ADDRESSES: must be a host, an address or a range such as 10.0.0.0/8',
    ],
    [
      { DATABASE_FILENAME: '/dev/null/folder/site.db' },
      'DATABASE_FILENAME: the folder /dev/null/folder cannot be used: ENOTDIR',
    ],
    [{ DATABASE_FILENAME: '/dev' }, 'DATABASE_FILENAME: the file /dev cannot be used: EISDIR'],
    [
      { DATABASE_FILENAME: path.resolve('package.json') },
      `DATABASE_FILENAME: the file ${path.resolve('package.json')} is not an SQLite database`,
    ],
    [
      { PUBLIC_DIR: '/dev/null/public' },
      'PUBLIC_DIR: the folder /dev/null/public/uploads cannot be used: ENOTDIR',
    ],
    [
      { BOT_RESUMABLE_DIRECTORY: '/dev/null/parts' },
      'BOT_RESUMABLE_DIRECTORY: the folder /dev/null/parts cannot be used: ENOTDIR',
    ],
    [{ BOT_API_TOKEN: 'two words of the bot' }, `BOT_API_TOKEN ${NO_TOKEN}`],
    [{ BOT_API_TOKEN_PREVIOUS: 'too-short' }, `BOT_API_TOKEN_PREVIOUS ${NO_TOKEN}`],
    [
      {
        DATABASE_CLIENT: 'postgres',
        DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/name',
        DATABASE_START_SECONDS: '0',
      },
      'The database does not respond: connect ECONNREFUSED 127.0.0.1:1 (waited 0 s)',
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
    // The server may answer before its output has passed the pipe.
    const last = `node -p "crypto.randomBytes(32).toString('base64url')"`;
    await until('the start has been told of', () => server.log.includes(last));
    expect(server.log).toContain('Bot token    not set');
    expect(server.log).not.toContain('curl');
  });

  it('on a port in use tells it in one line and ends with 1', async () => {
    const { port } = new URL(server.url);
    await expect(startServerProcess({ env: { PORT: port } })).rejects.toThrow(
      `ended with 1:\nStarting the server ...\nPort ${port} is in use by another program. Stop it, or set PORT.\n`
    );
  });
});

describe('without PUBLIC_URL', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    const vain = { S3_BUCKET: 'pictures', BOT_COFFEE: 'black' };
    server = await startServerProcess({ env: { PUBLIC_URL: '', LOG_LEVEL: 'warn', ...vain } });
  });
  afterAll(() => server.stop());

  it('the bot, the pages, the feed and the log have one address', async () => {
    const bot = createBot(server);
    const { id } = await bot.createPublication({ title: 'Here' });
    const { url } = await bot.publish(id);
    const page = await (await fetch(url)).text();
    const feed = (await (await fetch(`${server.url}/works/feed.json`)).json()) as {
      items: { url: string }[];
    };
    await until('the start has been told of', () => server.log.includes('Health'));
    expect([
      url,
      /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1],
      feed.items[0]?.url,
      /Admin panel {2}(\S+)/.exec(server.log)?.[1],
    ]).toEqual([...Array(3).fill(`${server.url}/works/here`), `${server.url}/admin`]);
  });

  it('what is set in vain is named, each in a line', () => {
    expect(server.log).toContain(
      'S3_BUCKET is set, but has no effect together with the other settings'
    );
    expect(server.log).toContain('BOT_COFFEE is not a setting of this site. See .env.example');
    expect(server.log.match(/has no effect|is not a setting/g)).toHaveLength(2);
  });
});

describe('.env.example', () => {
  const root = path.resolve(__dirname, '../..');
  const example = readFileSync(path.join(root, '.env.example'), 'utf8');

  it('as it is stops the set-up, in one line that names all secrets', () => {
    const run = spawnSync(process.execPath, ['scripts/set-up.mjs', 'develop'], {
      cwd: root,
      // No .env is created or read if all secrets are set.
      env: { PATH: process.env.PATH, ENV_PATH: devNull, ...parse(example) },
      encoding: 'utf8',
    });
    expect([run.stderr, run.status]).toEqual([
      'APP_KEYS, ADMIN_JWT_SECRET, API_TOKEN_SALT, TRANSFER_TOKEN_SALT, ENCRYPTION_KEY, BOT_API_TOKEN ' +
        `${RANDOM}\n`,
      1,
    ]);
  });

  it('has all settings whose names are known', () => {
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
    expect(named.sort()).toEqual([...NAMES].sort());
  });
});

describe('what the start prints of the token', () => {
  const lines = async (env: Record<string, string>, content = ''): Promise<string[]> => {
    const { tokenLines } = await import('../../src/start/start-message');
    const root = await temporaryFolder();
    await writeFile(path.join(root, '.env'), content);
    return tokenLines('http://localhost:1337', env, root);
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
    const { describeStartError } = await import('../../src/start/start-error');
    expect(
      describeStartError(
        new Error('Error regarding bot config: bot plugin configuration: token: x'),
        {}
      )
    ).toBe('bot plugin configuration: token: x');
  });

  it.each([
    ['uploadByAddress.allowed.2', 'BOT_UPLOAD_ADDRESSES'],
    ['webhooks', 'BOT_WEBHOOK_URL'],
    ['webhooks.1.url', 'BOT_WEBHOOK_URL'],
    ['webhooks.0.secrets.0', 'BOT_WEBHOOK_SECRET'],
    ['webhooks.0.secrets.1', 'BOT_WEBHOOK_SECRET_PREVIOUS'],
    ['webhooks.0.events.3', 'BOT_WEBHOOK_EVENTS'],
  ])('names for %s the variable that says it, %s', async (option, variable) => {
    const { describeStartError } = await import('../../src/start/start-error');
    const fault = (name: string) => `bot plugin configuration: site: x; ${name}: must be another`;
    const error = new Error(`Error regarding bot config: ${fault(option)}`);
    expect(describeStartError(error, {})).toBe(fault(variable));
  });
});
