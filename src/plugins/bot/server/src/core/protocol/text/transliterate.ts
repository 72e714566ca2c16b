import { createRequire } from 'node:module';

import _ from 'lodash';
import type * as Transliteration from 'transliteration';

/** The tables of 3 MB are loaded for the first text that needs them. */
const load = _.once(() => createRequire(__filename)('transliteration') as typeof Transliteration);

const ASCII = /^[\0-\x7f]*$/;

/** Transliterates a text of any script to ASCII. */
export const transliterate = (text: string): string =>
  ASCII.test(text) ? text : load().transliterate(text);
