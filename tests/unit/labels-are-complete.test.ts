import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

interface Schema {
  info: { displayName: string };
  collectionName: string;
  config?: { metadatas?: Record<string, { edit: { label?: string; description?: string } }> };
}

const schemas = ['src/api', 'src/components'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      uid:
        folder === 'src/api'
          ? `api::${path.dirname(file).split(path.sep)[0]}.${path.basename(path.dirname(file))}`
          : file.replace(/\.json$/, '').replace(path.sep, '.'),
      schema: JSON.parse(readFileSync(path.join(root, folder, file), 'utf8')) as Schema,
    }))
);

/** Keys that each language must translate, with the English text. */
const asked = schemas.flatMap(({ uid, schema }) => [
  schema.info.displayName,
  ...Object.entries(schema.config?.metadatas ?? {}).flatMap(([name, { edit }]) => [
    ...(edit.label === undefined ? [] : [`content-manager.content-types.${uid}.${name}`]),
    ...(edit.description === undefined ? [] : [edit.description]),
  ]),
]);

test('there are types to label', () => {
  expect(asked.length).toBeGreaterThan(30);
});

test.each(['ar', 'de', 'fr', 'uk'])(
  'each type, attribute and hint of the site is in %s, and nothing else',
  (language) => {
    const file = path.join(root, 'src/admin/labels', `${language}.json`);
    const labels = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(Object.keys(labels).sort()).toEqual([...new Set(asked)].sort());
    expect(Object.values(labels).map((label) => label.trim())).not.toContain('');
  }
);
