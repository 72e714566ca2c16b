/* Browser version of files.ts: the same exports, all of which reject with a TypeError. */
const refuse = () =>
  Promise.reject(new TypeError('A browser opens no paths: give a Blob or bytes'));

export const openFile = refuse;
export const readText = refuse;
export const replaceText = refuse;
