import type { ListedMaterial } from '@fleet-bot/protocol';

/** A file of the Media Library, as the Bot page shows it. */
export type ListedFile = Pick<
  ListedMaterial,
  'id' | 'name' | 'type' | 'url' | 'kilobytes' | 'createdAt'
>;

/** Of `GET /bot/overview/files`. */
export interface UnusedFile extends ListedFile {
  /** When it is deleted; null if it stays. */
  removedAt: string | null;
}

/** Of `GET /bot/overview/files-in-texts`. */
export interface FileInTexts extends ListedFile {
  works: { id: string; title: string }[];
}
