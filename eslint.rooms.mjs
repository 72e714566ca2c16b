import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const SERVER = './src/plugins/bot/server/src';

/** What everything that has to do with the outside may use. */
const GROUND = ['protocol', 'bytes', 'database', 'strapi'];
const FEATURES = [
  'publications',
  'materials',
  'removals',
  'schedule',
  'versions',
  'index-now',
  'overview',
];
/** Below the features, which tell it what they do. */
const CHANGES = 'changes';

/** Which other rooms each room of the plugin's server may use; nothing else. */
const MAY_USE = {
  protocol: [],
  bytes: ['protocol'],
  database: ['protocol'],
  strapi: ['protocol', 'bytes', 'database'],
  http: GROUND,
  routes: [],
  [CHANGES]: [...GROUND, 'http'],
  ...Object.fromEntries(FEATURES.map((room) => [room, [...GROUND, 'http', CHANGES, ...FEATURES]])),
  'fast-path': [...GROUND, 'publications'],
  additions: GROUND,
};
const ROOMS = Object.keys(MAY_USE);

/** Of these, others use what an `index.ts` in them exports, and nothing else. */
const THROUGH_INDEX = ['http', CHANGES, ...FEATURES];
const INDEXES = ['./index.ts', './storage/index.ts', './library/index.ts'];

const zone = (target, from) => {
  const folders = { target: `${SERVER}/${target}`, from: `${SERVER}/${from}` };
  if (!MAY_USE[target].includes(from)) {
    return [{ ...folders, message: `${target}/ does not use ${from}/.` }];
  }
  return THROUGH_INDEX.includes(from)
    ? [{ ...folders, except: INDEXES, message: `Use what an index.ts in ${from}/ exports.` }]
    : [];
};

const zones = [
  ...ROOMS.flatMap((target) =>
    ROOMS.filter((from) => from !== target).flatMap((from) => zone(target, from))
  ),
  {
    target: ROOMS.map((room) => `${SERVER}/${room}`),
    from: `${SERVER}/!(config|constants).ts`,
    message: 'Rooms do not use the files that put them together.',
  },
];

/** Keeps the imports between the rooms of the plugin's server in their one direction. */
export default [
  {
    files: ['src/plugins/bot/server/src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { zones }] },
  },
  {
    files: ['src/plugins/bot/server/src/protocol/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@strapi/strapi*', '@strapi/core*', 'koa*'],
              allowTypeImports: true,
              message: 'protocol/ knows no Strapi, and of Koa only types.',
            },
          ],
        },
      ],
    },
  },
];
