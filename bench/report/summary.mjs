import { median, percentile } from '../load/statistics.mjs';

/**
 * What several rounds say together: medians of the rounds, percentiles of all their requests.
 *
 * @param {import('../measure.mjs').Measurement[]} rounds
 */
export const summarise = (rounds) => {
  const latencies = rounds.flatMap((round) => round.latencies);
  const middle = (name) => median(rounds.map((round) => round[name]));
  return {
    rate: middle('rate'),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: middle('cpu'),
    queries: middle('queries'),
    statements: middle('statements'),
  };
};
