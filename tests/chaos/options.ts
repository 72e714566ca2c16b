import { parseArgs } from 'node:util';

/** What to do to the site. */
export interface Options {
  /** Whether there are three instances over PostgreSQL, and not one on SQLite. */
  cluster: boolean;
  /** How many faults are done: a kill of a server or, in a cluster, of the database. */
  kills: number;
  /** Seconds after which no more are done, even if `kills` is not reached. */
  seconds: number;
  /** The same seed makes the same choices; what the machine makes of them still differs. */
  seed: number;
  /** Bots that work at the same time, each on publications of its own. */
  bots: number;
  /** Pairs of a bot and an editor that work at the same time on the same publications. */
  pairs: number;
}

const wholeNumber = (name: string, value: string): number => {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, but is "${value}"`);
  return Number(value);
};

/** Reads the command line. @throws on an unknown option, or one that is not a whole number */
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
