import { list, required, text } from './read';

/** Receivers of webhooks, all with the same secrets and events. `config/plugins.ts` can have receivers with others. */
export const webhooks = () => {
  const urls = list('BOT_WEBHOOK_URL');
  if (urls.length === 0) return [];
  const previous = text('BOT_WEBHOOK_SECRET_PREVIOUS');
  const secrets = [required('BOT_WEBHOOK_SECRET'), ...(previous ? [previous] : [])];
  const events = list('BOT_WEBHOOK_EVENTS');
  return urls.map((url) => ({ url, secrets, ...(events.length > 0 ? { events } : {}) }));
};
