import {
  damageOfDelivery,
  damageOfReading,
  damageOfTitles,
  type ToldChange,
} from './listeners/audit';

const change = (id: string, event: string, subject: string, title: string): ToldChange => ({
  id,
  type: `publication.${event}`,
  data: { id: subject, title },
});
const created = change('1', 'created', 'a', 'A');
const other = change('2', 'created', 'b', 'B');
const updated = change('3', 'updated', 'a', 'A2');
const published = change('4', 'published', 'a', 'A2');
const whole = [created, other, updated, published];
const publication = {
  id: 'a',
  title: 'A2',
  titles: ['A', 'A2'],
  schedules: 0,
  restores: 0,
  media: [],
  isPublished: true,
  isDeleted: false,
};

const kinds = (damage: { kind: string }[]): string[] => damage.map(({ kind }) => kind);

test('listeners who were told all show no damage', () => {
  expect(damageOfReading(whole, whole)).toEqual([]);
  expect(damageOfDelivery([other, created, created, updated, published], whole)).toEqual([]);
  expect(damageOfTitles([publication], whole)).toEqual([]);
});

test.each<[string, ToldChange[]]>([
  ['change not told', [created, updated, published]],
  ['change told twice', [created, other, updated, updated, published]],
  ['changes out of order', [other, created, updated, published]],
])('a reader of the feed notices: %s', (kind, read) => {
  expect(kinds(damageOfReading(read, whole))).toContain(kind);
});

test.each<[string, ToldChange[]]>([
  ['change not told', [created, updated, published]],
  ['changes out of order', [other, updated, created, published]],
  ['wrong change', [...whole, change('9', 'deleted', 'a', 'A2')]],
])('a receiver of webhooks notices: %s', (kind, taken) => {
  expect(kinds(damageOfDelivery(taken, whole))).toEqual([kind]);
});

test.each<[string, ToldChange[]]>([
  ['is not told', [created, other, published]],
  ['is told twice', [...whole, { ...updated, id: '5' }]],
])('a saved title that %s is seen', (_, told) => {
  expect(kinds(damageOfTitles([publication], told))).toEqual(['wrong change']);
});
