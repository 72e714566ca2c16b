import { createRandom } from './noise.mjs';

const WORDS = (
  'the night train left harbour before anybody had found a light for seven letters and one map that nobody ' +
  'could read without salt water on paper'
).split(' ');
const BODY_BYTES = 2048;

const random = createRandom(1);
const words = (count) =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]);

/** Creates Markdown of 2 KB in short paragraphs. */
const makeBody = () => {
  let body = '## Beginning\n\n';
  while (body.length < BODY_BYTES) body += `${words(40).join(' ')}.\n\n`;
  return body.slice(0, BODY_BYTES);
};

const BODIES = Array.from({ length: 16 }, makeBody);
let count = 0;

/** Creates title, slug and body of a work. The title is unique; the slug is for clients that must send a slug. */
export const makeText = () => {
  count += 1;
  const title = [...words(5), `${process.pid.toString(36)}${count.toString(36)}`];
  return { title: title.join(' '), slug: title.join('-'), body: BODIES[count % BODIES.length] };
};
