/**
 * How many jobs a row has: in one measurement by concurrency, enough that one of them does not
 * count, and before the first. The engine is still compiling after hundreds of requests, which
 * can cost as much as the requests.
 */
export const MANY = { 1: 150, 8: 240, warmUp: 1200 };
/** For requests that take tens of milliseconds. */
export const SOME = { 1: 80, 8: 120, warmUp: 600 };
/** For requests that take hundreds of milliseconds. */
export const FEW = { 1: 10, 8: 24, warmUp: 30 };
/** For requests that take seconds. */
export const FEWEST = { 1: 3, 8: 8, warmUp: 2 };
