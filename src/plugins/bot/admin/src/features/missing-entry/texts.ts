import { textsOf } from '../../core/texts/texts-of';

import english from './translations/en.json';

export const { text, useText } = textsOf(english);
