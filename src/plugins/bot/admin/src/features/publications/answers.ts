/** A file of a publication, and who uses it besides; what the server's `WorkFile` is. */
export interface PublicationFile {
  id: string;
  name: string;
  mime: string;
  alternativeText: string | null;
  works: { title: string; how: string[] }[];
  isUsedElsewhere: boolean;
}

/** What `GET /bot/works/:type/:id` tells. */
export interface Facts {
  madeBy: { who: string | null; name: string | null; at: string };
  externalId: string | null;
  url: string | null;
  /** Whether the person who asks may. */
  canChange: boolean;
  files: PublicationFile[];
}

/** What `GET /bot/works/:type?ids=` tells. */
export interface Deletion {
  files: PublicationFile[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}
