import { reportOf } from '../src/command/actions/import-report';
import type { Imported } from '../src/folder/import';

const text = (file: string, warnings: string[]): Imported => ({
  ...{ file, action: 'create', what: [], uploads: 0, warnings },
  ...{ ignoredKeys: [], truncatedFields: [], shortcodes: [], components: [], needsPublish: false },
});

test('a problem of many texts is one line of a report', () => {
  const category = 'fields.category: No record is named sea';
  const texts = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'].map((file) => text(file, [category]));
  texts[1]?.warnings.push('boat.png is not there');
  expect(reportOf({ texts, others: [], redirects: [], missing: [] }).slice(6)).toEqual([
    `a.md, b.md, c.md and 2 more: ${category}`,
    'b.md: boat.png is not there',
    'Texts: create (5)',
  ]);
});
