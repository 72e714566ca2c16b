import { damageOf, type ChangeRow, type State } from '../support/audit';

const draft = {
  id: 1,
  document_id: 'a',
  title: 'A',
  slug: 'a',
  published_at: null,
  bot_status: 'published',
};
const live = { ...draft, id: 2, published_at: 1, bot_status: 'public-version' };
const file = {
  id: 1,
  document_id: 'f',
  name: 'f.jpg',
  hash: 'f',
  ext: '.jpg',
  formats: { small: { hash: 's', ext: '.jpg' } },
};
const removal = {
  id: 1,
  objects: [{ hash: 'old', ext: '.pdf' }],
  due_at: 0,
  attempts: 0,
  failed_at: null,
  last_error: null,
};

const changeRow = (event: string, subject = 'a'): ChangeRow => ({
  kind: 'publication',
  event,
  subject,
});
const fileChange: ChangeRow = { kind: 'material', event: 'created', subject: 'f' };
const changes = [changeRow('created'), fileChange, changeRow('published'), changeRow('updated')];

const intact: State = {
  works: [draft, live],
  files: [file],
  links: [
    { file_id: 1, related_id: 1, order: 1 },
    { file_id: 1, related_id: 2, order: 1 },
  ],
  removals: [removal],
  changes,
  claims: 0,
  objects: new Map([
    ['f.jpg', 10],
    ['s.jpg', 5],
    ['old.pdf', 7],
  ]),
};

test('a whole state shows no damage', () => {
  expect(damageOf(intact)).toEqual([]);
});

test.each<[string, Partial<State>]>([
  ['two published rows', { works: [draft, live, { ...live, id: 3 }] }],
  ['not one draft row', { works: [live], links: [] }],
  ['wrong status', { works: [draft], links: [], changes: [changeRow('created'), fileChange] }],
  [
    'slug used twice',
    {
      works: [draft, live, { ...draft, id: 4, document_id: 'b', bot_status: 'draft' }],
      changes: [...changes, changeRow('created', 'b')],
    },
  ],
  ['dead media link', { links: [{ file_id: 9, related_id: 1, order: 1 }] }],
  ['dead media link', { links: [{ file_id: 1, related_id: 9, order: 1 }] }],
  ['row without bytes', { objects: new Map([['f.jpg', 10]]) }],
  [
    'row without bytes',
    {
      objects: new Map([
        ['f.jpg', 10],
        ['s.jpg', 0],
      ]),
    },
  ],
  ['bytes without a row', { removals: [] }],
  [
    'row and removal',
    { removals: [removal, { ...removal, objects: [{ hash: 's', ext: '.jpg' }] }] },
  ],
  ['unreported', { changes: changes.slice(0, 1).concat(changes.slice(2)) }],
  ['wrong change', { changes: [...changes, changeRow('unpublished')] }],
  ['wrong change', { changes: [...changes, changeRow('deleted')] }],
  ['wrong change', { changes: [...changes, changeRow('created', 'gone')] }],
])('the audit sees: %s', (kind, change) => {
  expect(damageOf({ ...intact, ...change }).map((damage) => damage.kind)).toEqual([kind]);
});
