/** The actions of Strapi's document service that write. */
export const WRITE_ACTIONS: ReadonlySet<string> = new Set([
  'create',
  'clone',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
]);
