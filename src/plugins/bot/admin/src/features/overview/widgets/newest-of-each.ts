import uniqBy from 'lodash/uniqBy';

/** Of changes, the newest first, the newest one of each work. */
export const newestOfEach = <Change extends { data: { id: string } }>(
  changes: Change[]
): Change[] => uniqBy(changes, ({ data }) => data.id);
