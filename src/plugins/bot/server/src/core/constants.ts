export const PACKAGE = 'strapi-plugin-fleet-bot';

/** The plugin's id: its content API lives at `<api prefix>/bot`. */
export const PLUGIN_ID = 'bot';

/** Strapi's upload file type, extended by this plugin with `type`. */
export const FILE_UID = 'plugin::upload.file';

export const FOLDER_UID = 'plugin::upload.folder';

/** Bytes that storage must forget; see `features/removals/queue.ts`. */
export const REMOVAL_UID = 'plugin::bot.removal';

/** Requests with an `Idempotency-Key`; see `core/http/idempotency/idempotency.ts`. */
export const IDEMPOTENCY_UID = 'plugin::bot.idempotency-record';

/** Files that are shown by their address in a text; see `features/materials/references/references.ts`. */
export const FILE_REFERENCE_UID = 'plugin::bot.file-reference';

/** What became of publications and materials; see `features/changes/recorder.ts`. */
export const CHANGE_UID = 'plugin::bot.change';

/** Receivers of webhooks; see `features/changes/readers/cursor.ts`. */
export const WEBHOOK_UID = 'plugin::bot.webhook';

/** What they have not taken yet; see `features/webhooks/deliveries.ts`. */
export const DELIVERY_UID = 'plugin::bot.webhook-delivery';

/** Slugs at which publications were public; see `features/former-addresses/`. */
export const FORMER_ADDRESS_UID = 'plugin::bot.former-address';

/** What is said of publications beside their content; see `features/publications/details/details.ts`. */
export const PUBLICATION_DETAIL_UID = 'plugin::bot.publication-detail';

/** How publications were before they were written over; see `features/versions/`. */
export const VERSION_UID = 'plugin::bot.version';

/** What people have typed and not saved; see `features/autosave/`. */
export const UNSAVED_COPY_UID = 'plugin::bot.unsaved-copy';

/** Publications that were deleted and can be restored; see `features/trash/`. */
export const TRASHED_PUBLICATION_UID = 'plugin::bot.trashed-publication';

/** Files that went with them; see `features/trash/files/`. */
export const TRASHED_FILE_UID = 'plugin::bot.trashed-file';

/** What is counted, and how far workers have come; see `core/database/state.ts`. */
export const STATE_UID = 'plugin::bot.state';

/** Locks that end with a transaction, on MySQL; see `core/database/locks.ts`. */
export const LOCK_UID = 'plugin::bot.lock';

export const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * What a planner has to know of an index that begins with a column in which rows are mostly alike: so many rows, half
 * of them with one value, few with the same two. It is the same for all sizes, and so are the plans.
 */
export const STATISTICS = '1000000 500000 10';
