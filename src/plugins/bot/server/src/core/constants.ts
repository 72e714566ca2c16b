export const PACKAGE = 'strapi-plugin-fleet-bot';

/** Plugin ID. The content API is at `<api prefix>/bot`. */
export const PLUGIN_ID = 'bot';

/** Strapi's upload file type, which this plugin extends. */
export const FILE_UID = 'plugin::upload.file';

export const FOLDER_UID = 'plugin::upload.folder';

/** Content type for the queue of stored bytes to remove; see `features/removals/queue.ts`. */
export const REMOVAL_UID = 'plugin::bot.removal';

/** Content type for files that a text references by URL; see `features/materials/references/references.ts`. */
export const FILE_REFERENCE_UID = 'plugin::bot.file-reference';

/** Content type for recorded changes of publications and materials; see `features/changes/recorder.ts`. */
export const CHANGE_UID = 'plugin::bot.change';

/**
 * Content type of publication data that is not part of the content, such as schedules; see
 * `features/publications/details/details.ts`.
 */
export const PUBLICATION_DETAIL_UID = 'plugin::bot.publication-detail';

/** Content type for locks that end with a transaction, on MySQL; see `core/database/locks.ts`. */
export const LOCK_UID = 'plugin::bot.lock';

export const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * SQLite planner statistics (the `stat` text of `sqlite_stat1`) for an index whose first column has few distinct
 * values: 1,000,000 rows; 500,000 rows per value of the first column; 10 rows per pair of values of the first two
 * columns. The text is the same for all table sizes, so that query plans do not change.
 */
export const STATISTICS = '1000000 500000 10';
