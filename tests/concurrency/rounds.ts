import type { Test } from 'supertest';

/** Runs a test body again and again: what happens at the same time differs each time. */
export const rounds = async (
  count: number,
  round: (number: number) => Promise<void>
): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    await round(number);
  }
};

/** Sends requests at the same time. Returns their answers, in the order given. */
export const atOnce = (...requests: Test[]) => Promise.all(requests);
