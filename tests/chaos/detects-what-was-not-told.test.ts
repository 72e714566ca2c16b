import {
  damageOfDelivery,
  damageOfReading,
  damageOfTitles,
  type ReceivedChange,
} from './listeners/audit';

const change = (id: string, event: string, subject: string, title: string): ReceivedChange => ({
  id,
  type: `publication.${event}`,
  data: { id: subject, title },
});
const created = change('1', 'created', 'a', 'A');
const other = change('2', 'created', 'b', 'B');
const updated = change('3', 'updated', 'a', 'A2');
const published = change('4', 'published', 'a', 'A2');
const allChanges = [created, other, updated, published];
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
  expect(damageOfReading(allChanges, allChanges)).toEqual([]);
  expect(damageOfDelivery([other, created, created, updated, published], allChanges)).toEqual([]);
  expect(damageOfTitles([publication], allChanges)).toEqual([]);
});

test.each<[string, ReceivedChange[]]>([
  ['change not told', [created, updated, published]],
  ['change told twice', [created, other, updated, updated, published]],
  ['changes out of order', [other, created, updated, published]],
])('a reader of the feed notices: %s', (kind, read) => {
  expect(kinds(damageOfReading(read, allChanges))).toContain(kind);
});

test.each<[string, ReceivedChange[]]>([
  ['change not told', [created, updated, published]],
  ['changes out of order', [other, updated, created, published]],
  ['wrong change', [...allChanges, change('9', 'deleted', 'a', 'A2')]],
])('a receiver of webhooks notices: %s', (kind, taken) => {
  expect(kinds(damageOfDelivery(taken, allChanges))).toEqual([kind]);
});

test.each<[string, ReceivedChange[]]>([
  ['is not told', [created, other, published]],
  ['is told twice', [...allChanges, { ...updated, id: '5' }]],
])('a saved title that %s is seen', (_, titles) => {
  expect(kinds(damageOfTitles([publication], titles))).toEqual(['wrong change']);
});
