import { ENGLISH, keyInPanel, type TextKey } from './languages';

/** A text of this plugin as the panel takes it: its key there, and its English wording. */
export const text = (key: TextKey) => ({ id: keyInPanel(key), defaultMessage: ENGLISH[key] });
