import { createRequire } from 'node:module';

import _ from 'lodash';
import type * as Transliteration from 'transliteration';

/** Loaded by the first text that needs it, since its tables have 3 MB. */
const load = _.once(() => createRequire(__filename)('transliteration') as typeof Transliteration);

const ASCII = /^[\0-\x7f]*$/;

/** Spells a text in ASCII, in whatever script it is written. */
export const transliterate = (text: string): string =>
  ASCII.test(text) ? text : load().transliterate(text);
