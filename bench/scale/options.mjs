import { parseArgs } from 'node:util';

import { PlainError } from '../../scripts/terminal.mjs';

const LARGEST = 1_000_000;
const ROUNDS = 12;

/**
 * Reads the options of `npm run bench:scale`.
 *
 * @throws PlainError for one that is not known.
 */
export const readScaleOptions = (args) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        client: { type: 'string', multiple: true },
        largest: { type: 'string' },
        rounds: { type: 'string' },
        store: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        'no-memory': { type: 'boolean', default: false },
      },
    });
    return {
      clients: values.client ?? ['sqlite', 'postgres'],
      largest: Number(values.largest ?? LARGEST),
      /** Works of each store, all of one kind; undefined for the usual stores up to the largest. */
      stores: values.store?.map(Number),
      rounds: Number(values.rounds ?? ROUNDS),
      /** Beginnings of operations' titles; undefined for all. */
      only: values.only,
      isMemoryMeasured: !values['no-memory'],
    };
  } catch (error) {
    throw new PlainError(error.message);
  }
};
