import { readdirSync, readFileSync } from 'node:fs';

import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const SERVER = './src/plugins/bot/server/src';
const FEATURES = `${SERVER}/features`;

/** Folders of the core that each of them may import from; features may import from all. */
const CORE = {
  protocol: [],
  bytes: ['protocol'],
  database: ['protocol'],
  strapi: ['protocol', 'bytes', 'database', 'writes'],
  storage: ['protocol', 'bytes', 'database', 'strapi'],
  writes: ['database', 'strapi'],
  http: ['protocol', 'bytes', 'database', 'strapi'],
  additions: ['database', 'strapi'],
};

/** Features that a feature needs, according to the imports of its feature.ts. */
const needsOf = (feature) =>
  [
    ...readFileSync(`${FEATURES}/${feature}/feature.ts`, 'utf8').matchAll(
      /from '\.\.\/([\w-]+)\/feature'/g
    ),
  ].map(([, needed]) => needed);

const features = readdirSync(FEATURES);

const zones = [
  ...Object.entries(CORE).flatMap(([room, mayUse]) =>
    Object.keys(CORE)
      .filter((other) => other !== room && !mayUse.includes(other))
      .map((other) => ({
        target: `${SERVER}/core/${room}`,
        from: `${SERVER}/core/${other}`,
        message: `core/${room}/ does not use core/${other}/.`,
      }))
  ),
  { target: `${SERVER}/core`, from: FEATURES, message: 'The core knows no feature.' },
  {
    target: FEATURES,
    from: `${SERVER}/core/assembly`,
    message: 'Features are put together there.',
  },
  ...features.flatMap((feature) =>
    features
      .filter((other) => other !== feature)
      .map((other) => ({
        target: `${FEATURES}/${feature}`,
        from: `${FEATURES}/${other}`,
        ...(needsOf(feature).includes(other)
          ? {
              except: ['./index.ts', './events.ts', './feature.ts'],
              message: `Use what index.ts of ${other}/ exports.`,
            }
          : { message: `${feature}/feature.ts does not name ${other} in its needs.` }),
      }))
  ),
];

/** Folders of the site's works, from lowest to highest: each may import from the earlier ones. */
const WORK_FOLDERS = [
  'page/translations',
  'services',
  'page/media',
  'page/text',
  'page/views',
  'page',
  'feeds',
  'controllers',
].map((folder) => `./src/api/work/${folder}/*.ts`);
const workZones = WORK_FOLDERS.slice(0, -1).map((target, index) => ({
  target,
  from: WORK_FOLDERS.slice(index + 1),
}));

const PANEL = './src/plugins/bot/admin/src';
const panelZones = [
  { target: `${PANEL}/core`, from: `${PANEL}/features` },
  ...readdirSync(`${PANEL}/features`).map((feature) => ({
    target: `${PANEL}/features/${feature}`,
    from: `${PANEL}/features`,
    except: [`./${feature}`],
  })),
];

const restrictPaths = (files, restricted) => ({
  files,
  plugins: { 'import-x': importX },
  settings: {
    'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] })],
  },
  rules: { 'import-x/no-restricted-paths': ['error', { zones: restricted }] },
});

/** Restricts a package to its own files and the allowed packages. */
const restrictPackage = (name, allowed) => ({
  files: [`packages/${name}/src/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: allowed, message: `packages/${name} stands alone.` }] },
    ],
  },
});

/** Rules for the direction of imports: features may use the core and the features that they need. */
export default [
  restrictPaths(['config/**/*.ts'], [{ target: './config', from: './src' }]),
  restrictPaths(['src/plugins/bot/server/src/**/*.ts'], zones),
  restrictPaths(['src/api/work/**/*.ts'], workZones),
  restrictPaths([`${PANEL.slice(2)}/**/*.{ts,tsx}`], panelZones),
  restrictPackage('protocol', '^(?!zod$|\\.{1,2}/)'),
  restrictPackage('media', '^(@strapi|@fleet-bot|koa|knex)'),
  restrictPackage('client', '^(@strapi|@fleet-bot/(?!protocol$)|koa|knex)'),
];
