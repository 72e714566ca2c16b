const ACTIONS = ['create', 'update', 'publish', 'unpublish', 'delete'];

/**
 * Creates a switch for the site's fast path. While the fast path is off, Strapi does all writes of the bot, as on a
 * site that has found a difference between the fast path and Strapi. Stock Strapi has no fast path.
 *
 * Relies on: the service `documentWriter`, whose methods return undefined for writes that Strapi must do
 * Breaks if: the fast path writes without these methods
 * Checked by: the number of queries in the rows `create-slow`, `publish-slow` and `delete-slow`
 */
export const createFastPathSwitch = (strapi) => {
  const writer = strapi.plugin('bot')?.services.documentWriter ?? {};
  const own = Object.fromEntries(ACTIONS.map((action) => [action, writer[action]]));
  const leaveToStrapi = Object.fromEntries(ACTIONS.map((action) => [action, async () => {}]));
  return (isOn) => void Object.assign(writer, isOn ? own : leaveToStrapi);
};
