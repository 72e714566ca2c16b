/** The rows of an answer, however the driver gives them. */
const rowsOf = (result) => result.rows ?? result;

/** Runs statements one after another, past Strapi. */
export const execute = async (strapi, statements) => {
  for (const statement of statements) await strapi.db.connection.raw(statement);
};

/** Runs one SELECT. */
export const select = async (strapi, statement) =>
  rowsOf(await strapi.db.connection.raw(statement));
