const SERVER = 'src/plugins/bot/server/src';

/** Keeps the imports between the rooms of the plugin's server in their one direction. */
export default [
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
];
