import type { PanelPage } from './answers';

/** A deleted publication; times are ISO 8601. */
export interface DeletedPublication {
  id: string;
  title: string | null;
  wasPublic: boolean;
  /** Originator of the deletion: a value of `WHO` in `changes.ts`, such as `bot`. */
  who: string;
  /** Name of the editor who deleted the publication; null if no editor did. */
  name: string | null;
  deletedAt: string;
  /** Time of the permanent deletion. */
  purgeAt: string;
  /**
   * Earliest time at which a file of the publication is deleted permanently; null if the publication has no files in
   * the trash.
   */
  filesPurgeAt: string | null;
}

/** Answer of `GET /bot/trash`. */
export interface DeletedPage extends PanelPage<DeletedPublication> {
  /** Days for which deleted publications can be restored with their files; 0 if files are deleted immediately. */
  days: number;
  /** Minimum number of days that the text of a publication deleted by the bot is kept. */
  textDays: number;
  /**
   * Number and total size in kB of the files in the trash. Counts only the newest 5,000 files; sizes are those of the
   * originals.
   */
  files: { count: number; kilobytes: number };
}

/** Answer of `GET /bot/trash/:id`. */
export interface DeletedContent {
  title: string | null;
  /** Text in Markdown. */
  body: string | null;
  media: { id: string; name: string; isDeleted: boolean }[];
}

/** Answer of `POST /bot/trash/:id/restore`. */
export interface RestoredPublication {
  slug: string | null;
  /** Slug before the deletion; null if the slug is still the same. */
  formerSlug: string | null;
  /** Names of files that could not be restored. */
  lost: string[];
}
