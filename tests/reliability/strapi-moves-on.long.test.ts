import type { Core } from '@strapi/strapi';
import type * as Utils from '@strapi/utils';

import { requireAsSite, startSite, type Site } from '../support/site';

interface Probes {
  assertPresent: () => Promise<void>;
  assertWorking: () => Promise<void>;
  leftOut: () => string[];
}

type Undo = () => void;
type Take = (strapi: Core.Strapi) => Undo;

const FILE = 'plugin::upload.file';
const CONTROLLER = 'plugin::content-manager.collection-types';

const upload = (strapi: Core.Strapi, name: string): object => strapi.plugin('upload').service(name);

/** Replaces a part of Strapi. */
const put = (owner: object, name: string, value: unknown): Undo => {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  };
};

/** Removes a part, as a newer version might. */
const without =
  (owner: (strapi: Core.Strapi) => object, name: string): Take =>
  (strapi) =>
    put(owner(strapi), name, undefined);

const knex = ({ db }: Core.Strapi): object => db.connection.client as object;

/** Changes the behaviour of a part, as a newer version might. */
const otherwise =
  (owner: (strapi: Core.Strapi) => object, name: string, value: unknown): Take =>
  (strapi) =>
    put(owner(strapi), name, value);

/** Changes methods of a service or a controller, like `otherwise`. */
const replaced =
  (kind: 'services' | 'controllers', uid: string, methods: object): Take =>
  (strapi) => {
    const registry = strapi.get(kind);
    const part: object = registry.get(uid);
    registry.extend(uid, () => ({ ...part, ...methods }));
    return () => void registry.extend(uid, () => part);
  };

const nothing = async (): Promise<void> => undefined;

/** Missing parts, which probes detect before anything relies on them. */
const SHAPES: [string, Take][] = [
  ['errors of failed commits', without(knex, 'transaction')],
  ['work after a commit', without(({ db }) => db, 'inTransaction')],
  ['writes in one transaction', without(({ db }) => db.entityManager, 'deleteMany')],
  ['errors of the database', without(knex, 'on')],
  ['connections that cannot be set up', without(knex, 'destroyRawConnection')],
  ['loading of one instance', without(({ db }) => db.schema, 'sync')],
  ['behind all others', without(({ documents }) => documents, 'use')],
  ["Strapi's own webhooks", without(({ eventHub }) => eventHub, 'emit')],
  ['who made a change', without(({ requestContext }) => requestContext, 'run')],
  ['reading of forms', without(({ server }) => server, 'routes')],
  ['what editors upload', without((strapi) => upload(strapi, 'upload'), 'formatFileInfo')],
  ['what editors upload', without((strapi) => upload(strapi, 'provider'), 'checkFileSize')],
  ['files that publications use', without((strapi) => upload(strapi, 'upload'), 'remove')],
  ['private buckets', without((strapi) => upload(strapi, 'file'), 'signFileUrls')],
  ['nothing to write to', without((strapi) => strapi.controller(CONTROLLER), 'update')],
  ['answers to errors', without(() => utils().errors, 'RateLimitError')],
  [
    'out of GraphQL',
    (strapi) => {
      const plugin = strapi.plugin.bind(strapi);
      const graphql = { service: () => ({}) };
      return put(strapi, 'plugin', (name: string) => (name === 'graphql' ? graphql : plugin(name)));
    },
  ],
];

/** The metadata of the first type with components. */
const componentTable = ({ contentTypes, db }: Core.Strapi): object => {
  for (const [uid, { attributes }] of Object.entries(contentTypes)) {
    const name = Object.keys(attributes).find((key) =>
      ['component', 'dynamiczone'].includes(
        (attributes as Record<string, { type: string }>)[key].type
      )
    );
    if (name !== undefined) return Reflect.get(db.metadata.get(uid).attributes[name], 'joinTable');
  }
  throw new Error('No type has components');
};

const fileColumns = ({ db }: Core.Strapi): object => db.metadata.get(FILE).attributes;
const utils = (): typeof Utils => requireAsSite('@strapi/utils');
const everything = {
  sanitizeInput: async (data: object) => data,
  addPermissionsQueryTo: () => ({}),
};

type Work = (hooks: object) => unknown;

/** Parts with another behaviour, which probes detect after the set-up. */
const WORK: [string, Take][] = [
  [
    'errors of failed commits',
    (strapi) => {
      const own: unknown = Reflect.get(Object.getPrototypeOf(knex(strapi)), 'transaction');
      const undo = put(knex(strapi), 'transaction', own);
      return () => {
        undo();
        // Rolls back, because Knex's own method leaves the transaction open.
        void strapi.db.connection.raw('ROLLBACK').then();
      };
    },
  ],
  [
    'work after a commit',
    ({ db }) => {
      const open = db.transaction.bind(db) as (work: Work) => unknown;
      return put(db, 'transaction', (work: Work) =>
        open((hooks) => work({ ...hooks, onCommit: () => undefined }))
      );
    },
  ],
  [
    'writes in one transaction',
    otherwise(
      ({ db }) => db,
      'query',
      () => ({ update: nothing })
    ),
  ],
  ['errors of the database', otherwise(knex, 'emit', () => false)],
  ['connections that cannot be set up', otherwise(knex, 'acquireConnection', async () => ({}))],
  [
    'one database from another',
    otherwise(
      ({ db }) => db,
      'getSchemaName',
      () => 'elsewhere'
    ),
  ],
  [
    'columns that',
    otherwise(
      ({ db }) => db.metadata.identifiers,
      'getColumnName',
      () => 'other'
    ),
  ],
  ['links between files', otherwise(componentTable, 'name', 'elsewhere')],
  [
    'background work',
    otherwise(
      ({ db }) => db,
      'inTransaction',
      () => true
    ),
  ],
  [
    'behind all others',
    otherwise(
      ({ documents }) => documents,
      'use',
      () => () => undefined
    ),
  ],
  [
    'validations that fail',
    otherwise(
      () => utils().yup.mixed.prototype,
      'test',
      () => ({ isValid: async () => false })
    ),
  ],
  [
    'who made a change',
    otherwise(
      ({ requestContext }) => requestContext,
      'get',
      () => undefined
    ),
  ],
  ['reading of forms', otherwise(({ server }) => server, 'app', {})],
  ['what editors upload', replaced('services', 'plugin::upload.upload', { upload: nothing })],
  ['what editors upload', replaced('services', 'plugin::upload.upload', { replace: nothing })],
  [
    'files that publications use',
    replaced('services', 'plugin::upload.upload', { remove: nothing }),
  ],
  [
    'files that publications use',
    replaced('controllers', 'plugin::upload.admin-folder-file', { deleteMany: nothing }),
  ],
  [
    'storage holds',
    (strapi) => {
      const undo = put(fileColumns(strapi), 'hash', undefined);
      Reflect.deleteProperty(fileColumns(strapi), 'hash');
      return undo;
    },
  ],
  [
    'private buckets',
    replaced('services', 'plugin::upload.file', { signFileUrls: async () => ({}) }),
  ],
  ['nothing to write to', replaced('controllers', CONTROLLER, { update: nothing })],
  [
    'roles and conditions',
    otherwise(
      (strapi) => strapi.service('admin::permission'),
      'createPermissionsManager',
      () => everything
    ),
  ],
];

/** Parts that the site can run without. */
const COMFORT: [string, 'assertPresent' | 'assertWorking', Take][] = [
  ['lock of SQLite', 'assertPresent', without(knex, '_query')],
  [
    'cannot write',
    'assertWorking',
    otherwise(
      (strapi) => Reflect.get(knex(strapi), 'pool'),
      'used',
      Object.assign([], { some: () => false })
    ),
  ],
  ["the panel's list", 'assertPresent', without((strapi) => strapi.controller(CONTROLLER), 'find')],
  [
    'proposals of slugs',
    'assertPresent',
    without((strapi) => strapi.plugin('content-manager').service('uid'), 'findUniqueUID'),
  ],
  [
    "agents' tokens",
    'assertPresent',
    without((strapi) => strapi.service('admin::api-token-admin'), 'authenticateAdminToken'),
  ],
  ['while a session is open', 'assertWorking', without((strapi) => strapi, 'sessionManager')],
  [
    'files in a bucket',
    'assertPresent',
    (strapi) => {
      const undo = put(strapi.dirs.app, 'root', '/nowhere');
      strapi.config.set('plugin::upload.provider', 'aws-s3');
      return () => {
        undo();
        strapi.config.set('plugin::upload.provider', 'local');
      };
    },
  ],
];

let site: Site;
let probes: Probes;

beforeAll(async () => {
  site = await startSite({ ownStrapi: true });
  probes = site.strapi.plugin('bot').service('probes');
});

const outcomeOf = (asked: Promise<void>): Promise<string> =>
  asked.then(
    () => 'started',
    (error: Error) => String(error.stack)
  );

const REFUSED = /^bot plugin: .* in Strapi 5\.[\d.]+; the site cannot start without it$/;

test('nothing is left out of a site on the version that it is tested with', () => {
  expect(probes.leftOut()).toEqual([]);
});

test.each(SHAPES)('without its shape the start is refused in one line: %s', async (name, take) => {
  const undo = take(site.strapi);
  const said = await outcomeOf(probes.assertPresent());
  undo();
  expect(said).toMatch(REFUSED);
  expect(said).toContain(name);
});

test.each(WORK)('without its work the start is refused in one line: %s', async (name, take) => {
  const undo = take(site.strapi);
  const said = await outcomeOf(probes.assertWorking());
  undo();
  expect(said).toMatch(REFUSED);
  expect(said).toContain(name);
});

test.each(COMFORT)('the start is one without: %s', async (name, question, take) => {
  const warn = jest.spyOn(site.strapi.log, 'warn').mockReturnValue(site.strapi.log);
  const undo = take(site.strapi);
  const said = await outcomeOf(probes[question]());
  undo();
  const lines = warn.mock.calls.map(String);
  warn.mockRestore();
  expect(said).toBe('started');
  expect(lines).toEqual([
    expect.stringMatching(/^bot plugin: .* in Strapi 5.*; its feature is disabled$/),
  ]);
  expect(probes.leftOut()).toContainEqual(expect.stringContaining(name));
});

test('the Bot page shows what is left out', async () => {
  const { leftOut } = await site.strapi.plugin('bot').service('state').read();
  expect(leftOut).toEqual(probes.leftOut());
  // Tests above that change how rows are read also disable the hiding of internal columns.
  const names = ['internal columns', ...COMFORT.map(([name]) => name)];
  expect(leftOut).toEqual(
    expect.arrayContaining(names.map((name): unknown => expect.stringContaining(name)))
  );
  expect(leftOut).toHaveLength(names.length);
});

test('a site does not start where editors upload by another way', async () => {
  const register = (strapi: Core.Strapi): void =>
    void replaced('services', 'plugin::upload.upload', { upload: nothing })(strapi);
  const said = await outcomeOf(startSite({ ownStrapi: true, register }).then(() => undefined));
  expect(said).toMatch(REFUSED);
  expect(said).toContain('removal of locations from what editors upload');
});
