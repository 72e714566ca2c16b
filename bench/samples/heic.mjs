import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Creates a photo as a phone stores it, with Debian's `heif-enc`; undefined if the program is not installed. */
export const makeHeic = (folder, { content }) => {
  const [jpeg, heic] = ['photo.jpg', 'photo.heic'].map((name) => path.join(folder, name));
  writeFileSync(jpeg, content);
  const { error } = spawnSync('heif-enc', ['-q', '60', jpeg, '-o', heic]);
  if (error) return undefined;
  return { name: 'photo.heic', mime: 'image/heic', content: readFileSync(heic) };
};
