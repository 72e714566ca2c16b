import { parseArgs } from 'node:util';

import { PlainError } from '../scripts/terminal.mjs';

const ROUNDS = 5;
const QUICK_ROUNDS = 1;
/** A quick run has so much fewer requests. */
const QUICK_SHARE = 1 / 3;

/**
 * Reads the options of `npm run bench`.
 *
 * @throws PlainError for one that is not known.
 */
export const readOptions = (args) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string' },
        only: { type: 'string', multiple: true },
        at: { type: 'string', multiple: true },
        quick: { type: 'boolean', default: false },
        'cpu-prof': { type: 'string' },
        'site-database': { type: 'boolean', default: false },
        against: { type: 'string' },
      },
    });
    return {
      rounds: Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS)),
      /** Names of rows; undefined for all. */
      only: values.only,
      concurrencies: (values.at ?? ['1', '8']).map(Number),
      share: values.quick ? QUICK_SHARE : 1,
      profile: values['cpu-prof'],
      /** Whether Strapi's own routes run on SQLite as the site sets it up. */
      hasSiteDatabase: values['site-database'],
      /** A commit of this site that takes the place of Strapi's own routes; undefined for those. */
      against: values.against,
    };
  } catch (error) {
    throw new PlainError(error.message);
  }
};
