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
    ['web-2', 'Web 2'],
  ].map(([slug, name]) => ({ id: slug, slug, name }));
  const text = await exportWith({
    tags,
    category: { id: 'c', slug: 'open-source', name: 'Open Source' },
  });
  expect(text).toContain('    - fly.io\n    - 生活\n    - Go\n    - Web 2\n');
  expect(text).toContain('  category: Open Source\n');
});

test('a tag whose slug has a suffix, because another one had it first, is exported by its slug', async () => {
  const tags = [
    ['c-84e2ae64', 'c'],
    ['news-2', 'News'],
  ].map(([slug, name]) => ({ id: slug, slug, name }));
  expect(await exportWith({ tags })).toContain('    - c-84e2ae64\n    - news-2\n');
});
