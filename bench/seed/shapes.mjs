/**
 * @typedef {object} Shape What a store holds.
 * @property {string} title
 * @property {number} works How many.
 * @property {string} isPublished An SQL condition on `i`, the number of a work.
 * @property {number} changes How many are in the feed.
 */

/** Changes of a work, in a store that has some. */
const CHANGES_OF_A_WORK = 10;

const few = (works) => `i % ${Math.ceil(works / 10)} = ${Math.ceil(works / 20)}`;

/** Every second work is published, and each has been changed ten times. @returns {Shape} */
export const half = (works) => ({
  title: works.toLocaleString('en'),
  works,
  isPublished: 'i % 2 = 1',
  changes: works * CHANGES_OF_A_WORK,
});

/** Ten drafts, far from each other, among published works. @returns {Shape} */
export const tenDrafts = (works) => ({
  title: 'ten drafts',
  works,
  isPublished: `NOT (${few(works)})`,
  changes: 0,
});

/** Ten published works, far from each other, among drafts. @returns {Shape} */
export const tenPublished = (works) => ({
  title: 'ten published',
  works,
  isPublished: few(works),
  changes: 0,
});

/** All drafts are older than all published works. @returns {Shape} */
export const oldDrafts = (works) => ({
  title: 'old drafts',
  works,
  isPublished: `i > ${works / 2}`,
  changes: 0,
});
