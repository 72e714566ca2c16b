import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What a Media Library holds for some works, as `server/library.mjs` takes it. The bytes of each
 * object are those of one small file: to delete a file costs the same whatever is in it.
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
