/** A file of a publication, and who uses it besides. */
export interface PublicationFile {
  /** The id of the material. */
  id: string;
  name: string;
  mime: string;
  alternativeText: string | null;
  /** Other publications. */
  works: { id: string; title: string; isPublished: boolean; how: string[] }[];
  /** Whether others use it: records of other types, or publications that are not shown to this person. */
  isUsedElsewhere: boolean;
}

/** `GET /bot/works/:type/:id`: what there is to know of a publication besides its fields. */
export interface PublicationFacts {
  /** `at` is ISO 8601. */
  madeBy: { who: string | null; name: string | null; at: string };
  externalId: string | null;
  url: string | null;
  /** Date of the first publish in ISO 8601; null for a publication that was never published. */
  firstPublishedAt: string | null;
  /** Whether the person who asks may. */
  canChange: boolean;
  /** Whether that person may publish, and change the date of the first publish. */
  canPublish: boolean;
  /** Whether the site has a page that shows drafts, which the person who asks may read. */
  hasPreview: boolean;
  files: PublicationFile[];
}

/** `GET /bot/works/:type?ids=`: what becomes of the files of publications when they are deleted. */
export interface Consequences {
  files: PublicationFile[];
  /** For how many days what is deleted can be restored; 0 for not at all. */
  trashDays: number;
}
