import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates descriptions of Media Library files that works use, as input of `server/library.mjs`. All files have the same
 * bytes, because deleting a file costs the same for any content.
 */
export const storedFiles = (folder) => {
  const bytes = path.join(folder, 'bytes');
  writeFileSync(bytes, Buffer.alloc(20_000, 1));
  const file = (name, mime, size, formats) => ({
    name,
    mime,
    ext: path.extname(name),
    size,
    formats,
    bytes,
  });
  return {
    photo: file('photo.jpg', 'image/jpeg', 400_000, ['thumbnail', 'large', 'medium', 'small']),
    drawing: file('drawing.png', 'image/png', 30_000, ['thumbnail']),
    paper: file('paper.pdf', 'application/pdf', 100_000, []),
  };
};
