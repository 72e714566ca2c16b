/** What the public pages say besides the works, in one language. */
export interface Words {
  skip: string;
  site: string;
  allWorks: string;
  feed: string;
  works: string;
  worksBy: (name: string) => string;
  olderWorks: string;
  newestWorks: string;
  noOlderWorks: string;
  nothingYet: string;
  pages: string;
  /** For search engines. */
  everythingOn: (site: string) => string;
  publishedOnSite: (subject: string, site: string) => string;
  seeWorks: string;
  search: string;
  previous: string;
  next: string;
  nothingFound: string;
  notAllFound: string;
  tooMany: string;
  tooManyText: string;
  tags: string;
  related: string;
  beside: string;
  newer: string;
  older: string;
  files: string;
  table: string;
  contents: string;
  footnotes: string;
  backToText: string;
  notFound: string;
  notFoundText: string;
  gone: string;
  goneText: string;
  unavailable: string;
  unavailableText: string;
  draft: string;
  draftText: string;
  notPublished: string;
}
