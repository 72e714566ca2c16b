/** Requests in one measurement, by concurrency: enough that one of them does not count. */
export const MANY = { 1: 150, 8: 240 };
/** For requests that take tens of milliseconds. */
export const SOME = { 1: 60, 8: 96 };
/** For requests that take hundreds of milliseconds. */
export const FEW = { 1: 10, 8: 24 };
