import { ENGLISH, type TextKey } from './languages';

/** A text of this plugin as the panel takes it: its key there, and its English wording. */
export const text = (key: TextKey) => ({ id: `bot.${key}`, defaultMessage: ENGLISH[key] });
