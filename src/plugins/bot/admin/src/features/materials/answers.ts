/** A file of the Media Library, as the Bot page shows it. */
export interface ListedFile {
  id: string;
  name: string;
  type: 'image' | 'video' | 'file';
  url: string;
  kilobytes: number;
  createdAt: string;
}

/** Of `GET /bot/overview/files`. */
export interface UnusedFile extends ListedFile {
  /** When it is deleted; null if it stays. */
  removedAt: string | null;
}

/** Of `GET /bot/overview/files-in-texts`. */
export interface FileInTexts extends ListedFile {
  works: { id: string; title: string }[];
}
