/* The same names as in files.ts, for browsers. */
const refuse = () =>
  Promise.reject(new TypeError('A browser opens no paths: give a Blob or bytes'));

export const openFile = refuse;
export const readText = refuse;
export const replaceText = refuse;
