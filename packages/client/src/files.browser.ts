/* Browser version of files.ts with the same exports, which all reject. */
const refuse = () =>
  Promise.reject(new TypeError('A browser opens no paths: give a Blob or bytes'));

export const openFile = refuse;
export const readText = refuse;
export const replaceText = refuse;
