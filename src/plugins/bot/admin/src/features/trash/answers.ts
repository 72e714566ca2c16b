/** A publication that was deleted. */
export interface Deleted {
  id: string;
  title: string | null;
  wasPublic: boolean;
  who: string;
  /** Of the editor, if it was one. */
  name?: string | null;
  deletedAt: string;
  goesAt: string;
}

/** One whose text alone was kept. */
export interface DeletedText extends Deleted {
  /** The number of its last version. */
  version: number;
}

/** What `GET /bot/trash` and `GET /bot/versions/deleted` tell. */
export interface DeletedPage<One> {
  /** For how many days something is kept; 0 if nothing is. */
  days: number;
  items: One[];
  next: number | null;
}

/** What `POST /bot/trash/:id/restore` tells. */
export interface Restored {
  slug: string;
  /** Null if it has the slug of before. */
  formerSlug: string | null;
}
