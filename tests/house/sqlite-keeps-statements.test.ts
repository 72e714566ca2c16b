import Database from 'better-sqlite3';

import { cacheStatements } from '../../config/environment/sqlite';

let database: InstanceType<typeof Database>;

beforeEach(() => {
  database = new Database(':memory:');
  cacheStatements(database);
  database.prepare('CREATE TABLE works (title TEXT)').run();
});

afterEach(() => {
  database.close();
});

test('a query that comes again is not prepared again', () => {
  const sql = 'SELECT * FROM works';
  expect(database.prepare(sql)).toBe(database.prepare(sql));
});

test('a query sees a column that was added after it was first prepared', () => {
  const sql = 'SELECT * FROM works';
  database.prepare('INSERT INTO works (title) VALUES (?)').run('A title');
  expect(database.prepare(sql).all()).toEqual([{ title: 'A title' }]);
  database.prepare("ALTER TABLE works ADD COLUMN slug TEXT DEFAULT 'a-slug'").run();
  expect(database.prepare(sql).all()).toEqual([{ title: 'A title', slug: 'a-slug' }]);
});

test('queries that do not come again are forgotten', () => {
  const first = database.prepare('SELECT 0');
  for (let number = 1; number <= 500; number += 1) database.prepare(`SELECT ${number}`);
  expect(database.prepare('SELECT 0')).not.toBe(first);
});
