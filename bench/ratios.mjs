import _ from 'lodash';

import { median } from './load.mjs';

/**
 * Standard deviation of the ratio from one pair of servers to the next, as a share of it, because the engine compiles
 * the same code differently in each process. See "How far to trust a ratio" in bench/README.md.
 */
const PAIR_DEVIATION = 0.05;

const ratiosOf = (rounds) => rounds.map(([now, other]) => now.cpu / other.cpu);

/** Standard error of the median of the ratios of a pair's rounds, as a share of it; 0 for a single round. */
const errorOfPair = (rounds) => {
  const logs = ratiosOf(rounds).map(Math.log);
  const squares = _.sumBy(logs, (log) => (log - _.mean(logs)) ** 2);
  // The median of normally distributed values varies 1.25 times as much as their mean.
  return (1.25 * Math.sqrt(squares / Math.max(logs.length - 1, 1))) / Math.sqrt(logs.length);
};

/**
 * CPU ratio of a row, the geometric mean of its pairs, and its standard error as a share of it.
 * @param result `pairs` contains the rounds of each pair of servers; a round, the measurements of both sides
 */
export const ratioOf = ({ pairs }) => {
  const ratio = Math.exp(_.meanBy(pairs, (rounds) => Math.log(median(ratiosOf(rounds)))));
  const squares = _.sumBy(pairs, (rounds) => PAIR_DEVIATION ** 2 + errorOfPair(rounds) ** 2);
  return { ratio, error: Math.sqrt(squares) / pairs.length };
};

/** Whether the ratio is above or below the target by more than twice its error. */
export const isClear = (result) => {
  const { ratio, error } = ratioOf(result);
  return result.target === undefined || Math.abs(Math.log(ratio / result.target)) > 2 * error;
};
