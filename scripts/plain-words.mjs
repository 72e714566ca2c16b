/**
 * `node scripts/plain-words.mjs [path ...]`: lists comments that cannot be understood without the code, and former
 * names. Faster than ESLint with type information, which has the same rules.
 */
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

import plainWords from './lint/plain-words.mjs';
import { root } from './terminal.mjs';

const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  allowInlineConfig: false,
  overrideConfig: [
    { ignores: ['**/dist', 'build', 'types', '.cache', '.strapi', '.tmp', 'public'] },
    {
      files: ['**/*.{js,cjs,mjs,ts,tsx,mts}'],
      languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: { 'plain-words': plainWords },
      rules: { 'plain-words/comments': 'error', 'plain-words/names': 'error' },
    },
  ],
});

const paths = process.argv.slice(2);
const results = await eslint.lintFiles(paths.length > 0 ? paths : ['.']);
const found = results.flatMap(({ filePath, messages }) =>
  messages.map(({ line, message }) => `${filePath.slice(root.length + 1)}:${line} ${message}`)
);
process.stdout.write(found.map((line) => `${line}\n`).join(''));
process.exitCode = found.length > 0 ? 1 : 0;
