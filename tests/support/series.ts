/** SQL for the numbers from 1 to `count`, as a table `series(i)`, by database. */
export const series = {
  sqlite: (count: number): string =>
    `(WITH RECURSIVE counter(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counter WHERE i < ${count}) SELECT i FROM counter) AS series`,
  postgres: (count: number): string => `generate_series(1, ${count}) AS series(i)`,
  mysql: (count: number): string => `(SELECT seq AS i FROM seq_1_to_${count}) AS series`,
};
