import { parseArgs } from 'node:util';

/** What to do to the site. */
export interface Options {
  /** How often the server is killed. */
  kills: number;
  /** Seconds after which no more kills are made, even if `kills` is not reached. */
  seconds: number;
  /** The same seed makes the same choices; what the machine makes of them still differs. */
  seed: number;
  /** Bots that work at the same time. */
  bots: number;
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
      kills: { type: 'string', default: '20' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      bots: { type: 'string', default: '4' },
    },
  });
  return {
    kills: wholeNumber('kills', values.kills),
    seconds: values.seconds === undefined ? Infinity : wholeNumber('seconds', values.seconds),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('seed', values.seed),
    bots: wholeNumber('bots', values.bots),
  };
};
