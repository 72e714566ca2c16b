import type { Publication } from '@fleet-bot/protocol';

import { formatPublication } from '../src/folder/exporting/format';

const NO_FILES = { saveFor: () => Promise.resolve(undefined), saved: () => [] };

const exportWith = (fields: object): Promise<string> =>
  formatPublication(
    {
      title: 'Storm',
      slug: 'storm',
      body: '',
      media: [],
      fields,
      id: 'a',
    } as unknown as Publication,
    [],
    'storm.md',
    NO_FILES
  );

test('tags and categories are exported by the names that they get again on another site', async () => {
  const tags = [
    ['fly-io', 'fly.io'],
    ['sheng-huo', '生活'],
    ['golang', 'Go'],
    ['c-6b23c0d5', 'C'],
  ].map(([slug, name]) => ({ id: slug, slug, name }));
  const text = await exportWith({
    tags,
    category: { id: 'c', slug: 'open-source', name: 'Open Source' },
  });
  expect(text).toContain('    - fly.io\n    - 生活\n    - Go\n    - C\n');
  expect(text).toContain('  category: Open Source\n');
});
