/** How each database says what the seed needs. */
export const DIALECTS = {
  sqlite: {
    /** The numbers from 1 to `count`, as a table `series(i)`. */
    series: (count) =>
      `(WITH RECURSIVE counter(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counter WHERE i < ${count}) SELECT i FROM counter) AS series`,
    randomId: 'lower(hex(randomblob(12)))',
    hex: (text) => `lower(hex(${text}))`,
    /** A date column's value; Strapi keeps milliseconds. */
    date: (milliseconds) => milliseconds,
    indexes: (tables) =>
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${tables})`,
    before: ['PRAGMA synchronous = OFF', 'PRAGMA cache_size = -262144'],
    after: [
      'PRAGMA wal_checkpoint(TRUNCATE)',
      'PRAGMA cache_size = -65536',
      'PRAGMA synchronous = FULL',
    ],
  },
  postgres: {
    series: (count) => `generate_series(1, ${count}) AS series(i)`,
    randomId: 'substr(md5(random()::text), 1, 24)',
    hex: (text) => `encode(convert_to(${text}, 'UTF8'), 'hex')`,
    date: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0)::timestamp`,
    indexes: (tables) =>
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE indexdef NOT LIKE 'CREATE UNIQUE%' AND tablename IN (${tables})`,
    before: [],
    // What autovacuum does after such a load, some time later.
    after: [
      'VACUUM ANALYZE works',
      'VACUUM ANALYZE works_tags_lnk',
      'VACUUM ANALYZE files',
      'VACUUM ANALYZE files_related_mph',
      'VACUUM ANALYZE bot_changes',
    ],
  },
};
