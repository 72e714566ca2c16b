import fc from 'fast-check';

import { checkHistory, type Model, type Operation } from './history/linearizable';
import { publicationModel, type Action } from './history/publication-model';

/** A history of consecutive operations, each a millisecond long. */
const oneByOne = (...actions: Action[]): Operation<Action>[] =>
  actions.map((action, index) => ({ action, from: 10 * index, until: 10 * index + 1 }));

const holds = (history: Operation<Action>[]): boolean | undefined =>
  checkHistory(publicationModel, history).isLinearizable;

const create: Action = { kind: 'create', title: 'A' };
const save = (title: string): Action => ({ kind: 'save', title, isFound: true });
const publish: Action = { kind: 'publish', isFound: true };
const remove: Action = { kind: 'delete', isFound: true };
const restore = (title: string, status: 'draft' | 'published' = 'draft'): Action => ({
  kind: 'restore',
  seen: { title, status },
});
const page = (title?: string): Action => ({ kind: 'page', title });
const draft = (title: string): Action => ({ kind: 'get', seen: { title, status: 'draft' } });
const published = (title: string): Action => ({
  kind: 'get',
  seen: { title, status: 'published' },
});
const notFound: Action = { kind: 'get', seen: undefined };

test('a life of a publication, one step after the other, is possible', () => {
  expect(
    holds(
      oneByOne(
        create,
        draft('A'),
        page(undefined),
        publish,
        page('A'),
        save('B'),
        published('A'),
        publish,
        published('B'),
        { kind: 'unpublish', isFound: true },
        draft('B'),
        { kind: 'save and publish', title: 'C', isFound: true },
        { kind: 'unpublish in the panel', isFound: true },
        { kind: 'unpublish in the panel', isFound: false },
        remove,
        notFound,
        { kind: 'save', title: 'D', isFound: false },
        { kind: 'delete', isFound: false },
        { kind: 'delete in the panel', isFound: true },
        restore('C'),
        restore('C'),
        publish,
        save('E'),
        remove,
        page(undefined),
        restore('C', 'published'),
        page('C'),
        { kind: 'rows', draft: 'E', live: 'C' }
      )
    )
  ).toBe(true);
});

test.each<[string, Action[]]>([
  ['a create that was answered and is not there', [create, notFound]],
  [
    'a create that has no row in the end',
    [create, { kind: 'rows', draft: undefined, live: undefined }],
  ],
  ['a save that is lost', [create, save('B'), publish, page('A')]],
  ['a publish that is lost', [create, publish, page(undefined)]],
  ['a publish that shows an older draft', [create, save('B'), publish, published('A')]],
  ['a save that is public by itself', [create, publish, save('B'), page('B')]],
  ['a read that gives what is not public yet', [create, publish, save('B'), published('B')]],
  ['a read that is behind', [create, publish, save('B'), publish, page('B'), page('A')]],
  ['a deletion that comes undone', [create, remove, draft('A')]],
  ['a deletion that leaves a row', [create, remove, { kind: 'rows', draft: 'A', live: undefined }]],
  ['a second effect of one deletion', [create, remove, remove]],
  ['a publish of what is gone', [create, remove, publish]],
  ['a restore that brings back less', [create, save('B'), remove, restore('A')]],
  ['a restore that leaves it out of sight', [create, publish, remove, restore('A'), notFound]],
  ['a restore of a draft that is public', [create, remove, restore('A', 'published')]],
  ['a restore that is not there in the end', [create, remove, restore('A'), notFound]],
  ['a 404 for what is there', [create, { kind: 'publish', isFound: false }]],
  ['a status out of step', [create, publish, draft('A')]],
])('the checker sees %s', (_name, actions) => {
  expect(holds(oneByOne(...actions))).toBe(false);
});

test('what happens at the same time may have happened in either order', () => {
  const concurrent = (seen: Action): Operation<Action>[] => [
    ...oneByOne(create),
    { action: save('B'), from: 10, until: 20 },
    { action: publish, from: 10, until: 20 },
    { action: seen, from: 30, until: 31 },
  ];
  expect(holds(concurrent(published('A')))).toBe(true);
  expect(holds(concurrent(published('B')))).toBe(true);
  expect(holds(concurrent(published('C')))).toBe(false);
});

test('two readers at the same time may not see two orders', () => {
  const history = (second: string): Operation<Action>[] => [
    ...oneByOne(create, publish, save('B')),
    { action: publish, from: 30, until: 100 },
    { action: page('B'), from: 40, until: 50 },
    { action: page(second), from: 60, until: 70 },
  ];
  expect(holds(history('B'))).toBe(true);
  expect(holds(history('A'))).toBe(false);
});

test('what was never answered may have happened, late or not at all, and only once', () => {
  const history = (...seen: string[]): Operation<Action>[] => [
    ...oneByOne(create),
    { action: { kind: 'save', title: 'B' }, from: 5, until: Infinity },
    ...seen.map((title, index) => ({
      action: draft(title),
      from: 20 + 10 * index,
      until: 21 + 10 * index,
    })),
  ];
  expect(holds(history('A', 'A'))).toBe(true);
  expect(holds(history('A', 'B'))).toBe(true);
  expect(holds(history('B', 'A'))).toBe(false);
});

test('where no order goes on is told', () => {
  const history = oneByOne(create, publish, page('B'), notFound);
  expect(checkHistory(publicationModel, history).stuckAt).toEqual([history[2]]);
});

/** Model of a register, small enough to try all orders. */
type Access = { write: number } | { read: number };
const register: Model<number, Access> = {
  initial: 0,
  step: (state, action) =>
    'write' in action ? [action.write] : action.read === state ? [state] : [],
  keyOf: String,
};

const permutations = <Element>(elements: Element[]): Element[][] =>
  elements.length < 2
    ? [elements]
    : elements.flatMap((element, index) =>
        permutations([...elements.slice(0, index), ...elements.slice(index + 1)]).map((rest) => [
          element,
          ...rest,
        ])
      );

const isPossible = (operations: Operation<Access>[]): boolean =>
  permutations(operations).some((order) => {
    const inTime = order.every((one, index) =>
      order.slice(index + 1).every((later) => later.until >= one.from)
    );
    let value = 0;
    const agrees = order.every(({ action }) => {
      if ('write' in action) value = action.write;
      return 'write' in action || action.read === value;
    });
    return inTime && agrees;
  });

test('the checker says what trying all orders says', () => {
  const access = fc.oneof(
    fc.record({ write: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ read: fc.integer({ min: 0, max: 2 }) })
  );
  const operation = fc
    .tuple(access, fc.nat(12), fc.nat(6))
    .map(([action, from, length]) => ({ action, from, until: from + length }));
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (history) => {
      expect(checkHistory(register, history).isLinearizable).toBe(isPossible(history));
    }),
    { numRuns: 500 }
  );
});

test('a long history of eight who work at once is checked in no time', () => {
  const many = Array.from({ length: 80 }, (_, index): Operation<Action> => {
    const round = Math.floor(index / 8);
    return { action: save(`S${index}`), from: 20 + round * 10, until: 29 + round * 10 };
  });
  const end = { action: draft('nobody wrote this'), from: 1000, until: 1001 };
  expect(holds([...oneByOne(create), ...many, end])).toBe(false);
});
