/**
 * @typedef {object} Shape What a store holds.
 * @property {string} title
 * @property {number} works How many.
 * @property {string} isPublished An SQL condition on `i`, the number of a work.
 */

const few = (works) => `i % ${Math.ceil(works / 10)} = ${Math.ceil(works / 20)}`;

/** Every second work is published. @returns {Shape} */
export const half = (works) => ({
  title: works.toLocaleString('en'),
  works,
  isPublished: 'i % 2 = 1',
});

/** Ten drafts, far from each other, among published works. @returns {Shape} */
export const tenDrafts = (works) => ({
  title: 'ten drafts',
  works,
  isPublished: `NOT (${few(works)})`,
});

/** Ten published works, far from each other, among drafts. @returns {Shape} */
export const tenPublished = (works) => ({
  title: 'ten published',
  works,
  isPublished: few(works),
});

/** All drafts are older than all published works. @returns {Shape} */
export const oldDrafts = (works) => ({
  title: 'old drafts',
  works,
  isPublished: `i > ${works / 2}`,
});
