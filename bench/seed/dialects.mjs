/** SQL that differs between databases, for the statements that fill a store. */
export const DIALECTS = {
  sqlite: {
    /** Numbers from 1 to `count`, as a table `series(i)`. */
    series: (count) =>
      `(WITH RECURSIVE counter(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counter WHERE i < ${count}) SELECT i FROM counter) AS series`,
    randomId: 'lower(hex(randomblob(12)))',
    bigint: 'BIGINT',
    hex: (text) => `lower(hex(${text}))`,
    /** Converts milliseconds to a value for a date column; Strapi stores milliseconds in SQLite. */
    date: (milliseconds) => milliseconds,
    drop: (name) => `DROP INDEX "${name}"`,
    indexes: (tables) =>
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${tables})`,
    before: ['PRAGMA synchronous = OFF', 'PRAGMA cache_size = -262144'],
    after: [],
  },
  postgres: {
    series: (count) => `generate_series(1, ${count}) AS series(i)`,
    randomId: 'substr(md5(random()::text), 1, 24)',
    bigint: 'BIGINT',
    hex: (text) => `encode(convert_to(${text}, 'UTF8'), 'hex')`,
    date: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0)::timestamp`,
    drop: (name) => `DROP INDEX "${name}"`,
    indexes: (tables) =>
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE indexdef NOT LIKE 'CREATE UNIQUE%' AND tablename IN (${tables})`,
    before: [],
    // Autovacuum does the same some time after such a load.
    after: [
      'VACUUM ANALYZE works',
      'VACUUM ANALYZE works_tags_lnk',
      'VACUUM ANALYZE files',
      'VACUUM ANALYZE files_related_mph',
      'VACUUM ANALYZE bot_changes',
    ],
  },
  mysql: {
    series: (count) => `(SELECT seq AS i FROM seq_1_to_${count}) AS series`,
    randomId: 'substr(md5(uuid()), 1, 24)',
    bigint: 'SIGNED',
    hex: (text) => `lower(hex(${text}))`,
    date: (milliseconds) => `from_unixtime((${milliseconds}) / 1000)`,
    drop: (name, table) => `DROP INDEX "${name}" ON ${table}`,
    // Indexes of foreign keys must stay. So must that of documents, or the seed compares every pair of works.
    indexes: (tables) =>
      `SELECT index_name AS name, table_name AS 'table', CONCAT('CREATE INDEX "', index_name, '" ON ', table_name, ' (',
         GROUP_CONCAT(CONCAT('"', column_name, '"', COALESCE(CONCAT('(', sub_part, ')'), ''), IF(collation = 'D', ' DESC', ''))
           ORDER BY seq_in_index), ')') AS 'sql'
       FROM information_schema.statistics one
       WHERE table_schema = DATABASE() AND non_unique = 1 AND table_name IN (${tables}) AND index_name NOT LIKE '%_documents_idx'
         AND NOT EXISTS (SELECT 1 FROM information_schema.key_column_usage used
           WHERE used.table_schema = DATABASE() AND used.table_name = one.table_name
             AND used.column_name = one.column_name AND used.referenced_table_name IS NOT NULL AND one.seq_in_index = 1)
       GROUP BY index_name, table_name HAVING MIN(seq_in_index) = 1`,
    before: [`SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'`],
    after: ['ANALYZE TABLE works, works_tags_lnk, files, files_related_mph, bot_changes'],
  },
};
