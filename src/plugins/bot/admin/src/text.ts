import en from './translations/en.json';

/** A text of this plugin as the panel takes it: its key there, and its English wording. */
export const text = (key: keyof typeof en) => ({ id: `bot.${key}`, defaultMessage: en[key] });
