const isSelect = ({ sql }) => /^\s*(?:select|with)\b/i.test(sql);

const plain = (value) => (value instanceof Date ? value.getTime() : value);

/** How each driver explains a statement with its bindings. */
const EXPLAIN = {
  sqlite: async (connection, { sql, bindings }) =>
    connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...bindings.map(plain))
      .map(({ detail }) => detail),
  postgres: async (connection, { sql, bindings }) => {
    const text = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${sql}`;
    const { rows } = await connection.query(text, bindings);
    return rows.map((row) => row['QUERY PLAN']);
  },
};

/** Notes the SELECTs of a request, to let the database explain them afterwards. */
export const createPlans = (strapi) => {
  let recorded;
  strapi.db.connection.on('query', (query) => recorded?.push(query));

  return {
    record() {
      recorded = [];
    },
    /** @returns {Promise<{ sql: string, plan: string[] }[]>} of what was noted since `record`. */
    async explain() {
      const queries = recorded.filter(isSelect);
      recorded = undefined;
      const { client } = strapi.db.connection;
      const connection = await client.acquireConnection();
      try {
        const plans = [];
        for (const query of queries) {
          const plan = await EXPLAIN[strapi.db.dialect.client](connection, query);
          plans.push({ sql: query.sql, plan });
        }
        return plans;
      } finally {
        await client.releaseConnection(connection);
      }
    },
  };
};
