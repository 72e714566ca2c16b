/**
 * What a Media Library holds for some works, as `server/library.mjs` takes it. The bytes of each
 * object are those of one small file: to delete a file costs the same whatever is in it.
 *
 * @param {string} bytes the path of that file.
 */
export const storedFiles = (bytes) => ({
  photo: {
    name: 'photo.jpg',
    mime: 'image/jpeg',
    ext: '.jpg',
    size: 400_000,
    formats: ['thumbnail', 'large', 'medium', 'small'],
    bytes,
  },
  drawing: {
    name: 'drawing.png',
    mime: 'image/png',
    ext: '.png',
    size: 30_000,
    formats: ['thumbnail'],
    bytes,
  },
  paper: {
    name: 'paper.pdf',
    mime: 'application/pdf',
    ext: '.pdf',
    size: 100_000,
    formats: [],
    bytes,
  },
});
