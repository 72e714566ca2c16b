import { newestOfEach } from '../../src/plugins/bot/admin/src/features/overview/widgets/newest-of-each';

const change = (id: string, work: string) => ({ id, data: { id: work } });

test('what went live twice is shown once, by the last time', () => {
  const changes = [change('3', 'one'), change('2', 'other'), change('1', 'one')];
  expect(newestOfEach(changes).map(({ id }) => id)).toEqual(['3', '2']);
});
