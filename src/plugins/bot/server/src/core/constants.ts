export const PACKAGE = 'strapi-plugin-fleet-bot';

/** The plugin's id: its content API lives at `<api prefix>/bot`. */
export const PLUGIN_ID = 'bot';

/** Strapi's upload file type, extended by this plugin with `type`. */
export const FILE_UID = 'plugin::upload.file';

export const FOLDER_UID = 'plugin::upload.folder';

/** Bytes that storage must forget; see `features/removals/queue.ts`. */
export const REMOVAL_UID = 'plugin::bot.removal';

/** Files that are shown by their address in a text; see `features/materials/references/references.ts`. */
export const FILE_REFERENCE_UID = 'plugin::bot.file-reference';

/** What became of publications and materials; see `features/changes/recorder.ts`. */
export const CHANGE_UID = 'plugin::bot.change';

/** What is said of publications beside their content; see `features/publications/details/details.ts`. */
export const PUBLICATION_DETAIL_UID = 'plugin::bot.publication-detail';

/** Locks that end with a transaction, on MySQL; see `core/database/locks.ts`. */
export const LOCK_UID = 'plugin::bot.lock';

export const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * What a planner has to know of an index that begins with a column in which rows are mostly alike: so many rows, half
 * of them with one value, few with the same two. It is the same for all sizes, and so are the plans.
 */
export const STATISTICS = '1000000 500000 10';
