import type { Test } from 'supertest';

/** Repeats a test body, because the timing of concurrent requests differs each time. */
export const rounds = async (
  count: number,
  round: (number: number) => Promise<void>
): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    await round(number);
  }
};

/** Sends requests at the same time, and returns their answers in the given order. */
export const atOnce = (...requests: Test[]) => Promise.all(requests);
