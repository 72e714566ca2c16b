/** A file of a publication, and its other uses. */
export interface PublicationFile {
  /** Id of the material. */
  id: string;
  name: string;
  mime: string;
  alternativeText: string | null;
  /** Other publications that use the file. */
  works: { id: string; title: string; isPublished: boolean; how: string[] }[];
  /** Whether other entries use the file: records of other types, or publications that the user may not read. */
  isUsedElsewhere: boolean;
}

/** `GET /bot/works/:type/:id`: facts about a publication, such as creator, URL, files and the user's permissions. */
export interface PublicationFacts {
  /** Creator of the publication; `at` is ISO 8601. */
  madeBy: { who: string | null; name: string | null; at: string };
  externalId: string | null;
  url: string | null;
  /** Date of the first publication in ISO 8601; null if never published. */
  firstPublishedAt: string | null;
  /** Whether the requesting user may change the publication. */
  canChange: boolean;
  /** Whether the requesting user may publish, and change the date of the first publication. */
  canPublish: boolean;
  /** Whether the site has a page for drafts, and the requesting user may read all fields of the publication. */
  hasPreview: boolean;
  files: PublicationFile[];
}

/** `GET /bot/works/:type?ids=`: effects of a deletion on the files of publications. */
export interface Consequences {
  files: PublicationFile[];
  /** Days for which deleted works can be restored; 0 if they cannot. */
  trashDays: number;
}
