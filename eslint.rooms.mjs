import { readdirSync } from 'node:fs';

import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const SERVER = 'src/plugins/bot/server/src';

/** The folders of the site's works: each uses those before it. */
const WORK_FOLDERS = [
  'page/words',
  'services',
  'page/text',
  'page/media',
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
/** Features of the panel that use others. */
const PANEL_NEEDS = { trash: ['versions'] };
const panelZones = [
  { target: `${PANEL}/core`, from: `${PANEL}/features` },
  ...readdirSync(`${PANEL}/features`).map((feature) => ({
    target: `${PANEL}/features/${feature}`,
    from: `${PANEL}/features`,
    except: [feature, ...(PANEL_NEEDS[feature] ?? [])].map((name) => `./${name}`),
  })),
];

/** Keeps the imports between folders in their one direction. */
export default [
  {
    files: ['src/api/work/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { zones: workZones }] },
  },
  {
    files: [`${PANEL.slice(2)}/**/*.{ts,tsx}`],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.json'] })],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { zones: panelZones }] },
  },
  {
    files: [`${SERVER}/core/protocol/**/*.ts`],
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
  {
    files: ['packages/protocol/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!zod$|\\.{1,2}/)', message: 'The interface as data needs zod only.' },
          ],
        },
      ],
    },
  },
];
