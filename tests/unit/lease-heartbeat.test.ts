import { createLeaseHeartbeat } from '../../src/plugins/bot/server/src/core/database/lease-heartbeat';

interface Claim {
  token: string;
}

/** A quarter of a claim's duration, in milliseconds. */
const INTERVAL = 1_000;

let renewed: string[][];
let answer: () => Promise<void>;
let claims: ReturnType<typeof createLeaseHeartbeat<Claim>>;
const errors: unknown[] = [];

const beat = (times = 1) => jest.advanceTimersByTimeAsync(times * INTERVAL);

beforeEach(() => {
  jest.useFakeTimers();
  renewed = [];
  errors.length = 0;
  answer = () => Promise.resolve();
  claims = createLeaseHeartbeat({
    renew: (batch) => {
      renewed.push(batch.map(({ token }) => token));
      return answer();
    },
    seconds: 4,
    onError: (error) => errors.push(error),
  });
  claims.start();
});
afterEach(() => {
  claims.stop();
  jest.useRealTimers();
});

test('a request that ends before its second beat is never renewed', async () => {
  const short = { token: 'short' };
  claims.add(short);
  await beat();
  claims.remove(short);
  await beat(3);
  expect(renewed).toEqual([]);
});

test('those that run on are renewed together at each beat, until they end', async () => {
  const [one, two] = [{ token: 'one' }, { token: 'two' }];
  claims.add(one);
  claims.add(two);
  await beat(2);
  claims.remove(one);
  await beat(1);
  claims.remove(two);
  await beat(3);
  expect(renewed).toEqual([['one', 'two'], ['two']]);
});

test('a beat that is not answered is not followed by another one', async () => {
  let release = () => {};
  answer = () => new Promise((resolve) => (release = resolve));
  claims.add({ token: 'one' });
  await beat(5);
  expect(renewed).toHaveLength(1);
  release();
  await beat();
  expect(renewed).toHaveLength(2);
});

test('a beat that fails is told, and the next one tries again', async () => {
  answer = () => Promise.reject(new Error('no database'));
  claims.add({ token: 'one' });
  await beat(3);
  expect(renewed).toHaveLength(2);
  expect(errors).toHaveLength(2);
});
