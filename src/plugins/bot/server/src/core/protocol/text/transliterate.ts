import { createRequire } from 'node:module';

import _ from 'lodash';
import type * as Transliteration from 'transliteration';

/** Loads the package `transliteration` with its tables of 3 MB, when a text first needs it. */
const load = _.once(() => createRequire(__filename)('transliteration') as typeof Transliteration);

const ASCII = /^[\0-\x7f]*$/;

/** Transliterates a text of any script to ASCII. */
export const transliterate = (text: string): string =>
  ASCII.test(text) ? text : load().transliterate(text);
