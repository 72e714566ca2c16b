import { parseArgs } from 'node:util';

/** Options of the chaos program. */
export interface Options {
  /** True for three instances with PostgreSQL, false for one with SQLite. */
  cluster: boolean;
  /** Number of faults: kills of a server or, in a cluster, of the database. */
  kills: number;
  /** Time limit for faults in seconds, even if `kills` is not reached. */
  seconds: number;
  /** Seed of the random choices. Timing still differs between runs. */
  seed: number;
  /** Number of concurrent bots with their own publications. */
  bots: number;
  /** Number of concurrent pairs of a bot and an editor with shared publications. */
  pairs: number;
}

const wholeNumber = (name: string, value: string): number => {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, but is "${value}"`);
  return Number(value);
};

/** Parses the command line. @throws on an unknown option, or a value that is not a whole number */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      cluster: { type: 'boolean', default: false },
      kills: { type: 'string', default: '20' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      bots: { type: 'string', default: '4' },
      pairs: { type: 'string', default: '2' },
    },
  });
  return {
    cluster: values.cluster,
    kills: wholeNumber('kills', values.kills),
    seconds: values.seconds === undefined ? Infinity : wholeNumber('seconds', values.seconds),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('seed', values.seed),
    bots: wholeNumber('bots', values.bots),
    pairs: wholeNumber('pairs', values.pairs),
  };
};
