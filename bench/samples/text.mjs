import { createRandom } from './random.mjs';

const WORDS =
  'the night train left harbour before anybody had found a light for seven letters and one map that nobody could read without salt water on paper'.split(
    ' '
  );
const BODY_BYTES = 2048;

const random = createRandom(1);
const word = () => WORDS[Math.floor(random() * WORDS.length)];

/** Markdown of 2 KB in short paragraphs. */
const makeBody = () => {
  let body = '## Beginning\n\n';
  while (body.length < BODY_BYTES) {
    body += Array.from({ length: 40 }, word).join(' ');
    body += '.\n\n';
  }
  return body.slice(0, BODY_BYTES);
};

const BODIES = Array.from({ length: 16 }, makeBody);
let count = 0;

/** The text of a work that no other work has; its slug is for clients that must bring one. */
export const makeText = () => {
  count += 1;
  const number = `${process.pid.toString(36)}${count.toString(36)}`;
  const words = Array.from({ length: 5 }, word);
  return {
    title: `${words.join(' ')} ${number}`,
    slug: `${words.join('-')}-${number}`,
    body: BODIES[count % BODIES.length],
  };
};
