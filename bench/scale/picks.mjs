import { createRandom } from '../samples/random.mjs';

const random = createRandom(5);

/** Rows of works all over the store, each in its draft version. */
const pickRows = async ({ server, shape }, count, columns) => {
  const numbers = new Set();
  while (numbers.size < Math.min(count, shape.works)) {
    numbers.add(1 + Math.floor(random() * shape.works));
  }
  return server.ask(
    'select',
    `SELECT ${columns} FROM works WHERE published_at IS NULL AND id IN (${[...numbers].join(', ')})`
  );
};

const repeat = (values, count) =>
  Array.from({ length: count }, (_, index) => values[index % values.length]);

/** Ids of works all over the store. */
export const pickWorks = async (participant, count) =>
  repeat(await pickRows(participant, count, 'document_id'), count).map((row) => row.document_id);

/** Slugs of published works all over the store. */
export const pickPublishedSlugs = async (participant, count) => {
  const rows = await pickRows(participant, count * 4, 'slug, bot_status');
  const published = rows.filter((row) => row.bot_status === 'published');
  const some =
    published.length > 0
      ? published
      : await participant.server.ask(
          'select',
          `SELECT slug FROM works WHERE bot_status = 'published' LIMIT ${count}`
        );
  return repeat(some, count).map((row) => row.slug);
};
