import { createPageCache } from '../../src/api/work/page/page-cache';

const createCache = (capacity: number) =>
  createPageCache<{ html: string }>(capacity, ({ html }) => html.length);
const page = (html: string) => ({ html });

test('the same content is rendered once', () => {
  const cache = createCache(100);
  const render = jest.fn(() => page('page'));
  expect(cache.get({ a: 1 }, render)).toEqual(page('page'));
  expect(cache.get({ a: 1 }, render)).toEqual(page('page'));
  expect(render).toHaveBeenCalledTimes(1);
});

test('changed content is rendered anew', () => {
  const cache = createCache(100);
  cache.get({ a: 1 }, () => page('one'));
  expect(cache.get({ a: 2 }, () => page('two'))).toEqual(page('two'));
});

test('what was read longest ago makes room', () => {
  const cache = createCache(10);
  cache.get('a', () => page('aaaa'));
  cache.get('b', () => page('bbbb'));
  cache.get('a', () => page('read, not rendered'));
  cache.get('c', () => page('cccc'));
  expect(cache.get('a', () => page('new'))).toEqual(page('aaaa'));
  expect(cache.get('b', () => page('new'))).toEqual(page('new'));
});

test('a page larger than the whole cache is not kept', () => {
  const cache = createCache(3);
  expect(cache.get('a', () => page('aaaa'))).toEqual(page('aaaa'));
  expect(cache.get('a', () => page('new'))).toEqual(page('new'));
});
