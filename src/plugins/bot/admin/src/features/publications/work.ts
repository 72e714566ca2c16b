/** A file of a publication, and who uses it besides; what the server's `WorkFile` is. */
export interface WorkFile {
  id: string;
  fileId: number;
  name: string;
  mime: string;
  url: string;
  alternativeText: string | null;
  works: { id: string; title: string; isPublished: boolean; how: string[] }[];
  isUsedElsewhere: boolean;
}

/** What `GET /bot/works/:type/:id` tells. */
export interface Work {
  madeBy: { who: string | null; name: string | null; at: string };
  externalId: string | null;
  url: string | null;
  /** Whether the site has a page that shows drafts. */
  hasPreview: boolean;
  files: WorkFile[];
}
