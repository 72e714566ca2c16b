import { sendUpload } from '../sides/actions.mjs';

/** Uploads one and the same file again and again. */
export const uploadOf = (row, file) => ({
  ...row,
  prepare: async ({ side }, count) => {
    const request = side.upload(file);
    return Array.from({ length: count }, () => request);
  },
  run: sendUpload,
});
