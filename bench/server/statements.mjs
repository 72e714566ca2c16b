/** The rows of an answer, however the driver gives them. */
const rowsOf = (result) => result.rows ?? (Array.isArray(result[0]) ? result[0] : result);

/** Runs statements one after another, past Strapi, on one connection: the first of them may be its settings. */
export const execute = async (strapi, statements) => {
  const knex = strapi.db.connection;
  const connection = await knex.client.acquireConnection();
  try {
    for (const statement of statements) await knex.raw(statement).connection(connection);
  } finally {
    await knex.client.releaseConnection(connection);
  }
};

/** Runs one SELECT. */
export const select = async (strapi, statement) =>
  rowsOf(await strapi.db.connection.raw(statement));
