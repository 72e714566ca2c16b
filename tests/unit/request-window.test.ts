import {
  createRequestWindow,
  type SharedCount,
} from '../../src/plugins/bot/server/src/core/http/limits/request-window';

const QUOTA = 100;
const SECONDS = 60;

/** The count of all instances, as a database keeps it, and answers when it is let. */
let told: number[];
let answers: ((count: SharedCount) => void)[];
let refusals: ((reason: Error) => void)[];
let window: ReturnType<typeof createRequestWindow>;

beforeEach(() => {
  jest.useFakeTimers();
  [told, answers, refusals] = [[], [], []];
  window = createRequestWindow({
    quota: QUOTA,
    seconds: SECONDS,
    report: (requests) => {
      told.push(requests);
      return new Promise((resolve, reject) => {
        answers.push(resolve);
        refusals.push(reject);
      });
    },
  });
});
afterEach(() => jest.useRealTimers());

const count = (requests: number) => {
  let left = { remaining: QUOTA, seconds: SECONDS };
  for (let number = 0; number < requests; number += 1) left = window.count();
  return left;
};

test('each request is counted at once', () => {
  expect(count(1)).toEqual({ remaining: QUOTA - 1, seconds: SECONDS });
  expect(count(QUOTA)).toEqual({ remaining: -1, seconds: SECONDS });
});

test('what others have counted is counted too', async () => {
  count(10);
  const sharing = window.share();
  answers[0]({ counted: 50, milliseconds: 20_000 });
  await sharing;
  expect(count(1)).toEqual({ remaining: QUOTA - 51, seconds: 20 });
});

test('a request is told once, however slow the answer is', async () => {
  count(10);
  const sharing = window.share();
  await window.share();
  count(5);
  await window.share();
  expect(told).toEqual([10]);
  expect(count(1).remaining).toBe(QUOTA - 16);

  answers[0]({ counted: 10, milliseconds: 30_000 });
  await sharing;
  void window.share();
  expect(told).toEqual([10, 6]);
});

test('what could not be told is told the next time', async () => {
  count(10);
  const sharing = window.share();
  count(1);
  refusals[0](new Error('no database'));
  await expect(sharing).rejects.toThrow('no database');
  expect(count(1).remaining).toBe(QUOTA - 12);
  void window.share();
  expect(told).toEqual([10, 12]);
});

test('an answer that comes after the end of its window changes nothing of the next', async () => {
  count(10);
  const sharing = window.share();
  jest.advanceTimersByTime(SECONDS * 1000);
  expect(count(1)).toEqual({ remaining: QUOTA - 1, seconds: SECONDS });
  answers[0]({ counted: 90, milliseconds: 5 });
  await sharing;
  expect(count(1)).toEqual({ remaining: QUOTA - 2, seconds: SECONDS });
  void window.share();
  expect(told).toEqual([10, 2]);
});

test('no window is longer than its length, whatever the clock of another instance says', async () => {
  count(1);
  const sharing = window.share();
  answers[0]({ counted: 1, milliseconds: 300_000 });
  await sharing;
  expect(count(1).seconds).toBe(SECONDS);
});
