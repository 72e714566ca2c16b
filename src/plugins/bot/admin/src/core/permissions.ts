/** Of the server's side, `server/src/constants.ts`. */
export const PERMISSIONS = {
  page: [{ action: 'plugin::bot.page', subject: null }],
  materials: [{ action: 'plugin::bot.materials', subject: null }],
  removals: [{ action: 'plugin::bot.removals', subject: null }],
  trash: [{ action: 'plugin::bot.trash', subject: null }],
  switches: [{ action: 'plugin::bot.switches', subject: null }],
};
