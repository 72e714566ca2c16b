import { createPageCache } from '../../src/api/work/page/page-cache';

test('the same content is rendered once', () => {
  const cache = createPageCache(100);
  const render = jest.fn(() => 'page');
  expect(cache.get({ a: 1 }, render)).toBe('page');
  expect(cache.get({ a: 1 }, render)).toBe('page');
  expect(render).toHaveBeenCalledTimes(1);
});

test('changed content is rendered anew', () => {
  const cache = createPageCache(100);
  cache.get({ a: 1 }, () => 'one');
  expect(cache.get({ a: 2 }, () => 'two')).toBe('two');
});

test('what was read longest ago makes room', () => {
  const cache = createPageCache(10);
  cache.get('a', () => 'aaaa');
  cache.get('b', () => 'bbbb');
  cache.get('a', () => 'read, not rendered');
  cache.get('c', () => 'cccc');
  expect(cache.get('a', () => 'new')).toBe('aaaa');
  expect(cache.get('b', () => 'new')).toBe('new');
});

test('a page larger than the whole cache is not kept', () => {
  const cache = createPageCache(3);
  expect(cache.get('a', () => 'aaaa')).toBe('aaaa');
  expect(cache.get('a', () => 'new')).toBe('new');
});
