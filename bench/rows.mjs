import { createClient, get, json } from './load.mjs';
import { makeFilm } from './samples/film.mjs';
import { makeHeic } from './samples/heic.mjs';
import { makePdf } from './samples/pdf.mjs';
import { makeDrawing, makePhoto, makeWebp } from './samples/photo.mjs';
import { makeText } from './samples/text.mjs';
import { createDraft, createDrafts, publish, sendUpload, times } from './sides/actions.mjs';

/** Highest share of the CPU time of Strapi's own routes that the adapter may need. */
const HALF = 0.5;
const THIRD = 1 / 3;
const IMAGE = 0.28;

/**
 * Number of jobs per row: in a measurement, by concurrency, and in the warm-up. Enough jobs that a single one does not
 * matter. The engine still compiles after hundreds of requests, which can cost as much as the requests.
 */
const MANY = { 1: 1000, 8: 1500, warmUp: 4000 };
/** Numbers of jobs for requests that take tens of milliseconds. */
const SOME = { 1: 300, 8: 400, warmUp: 1500 };
/** Numbers of jobs for requests that take hundreds of milliseconds. */
const FEW = { 1: 40, 8: 64, warmUp: 60 };
/** Numbers of jobs for requests that take seconds. */
const FEWEST = { 1: 3, 8: 8, warmUp: 2 };

const PHOTO = { width: 1600, height: 1200 };
const PDF_BYTES = 100_000;
const FILM_BYTES = 100_000_000;
/** Base of addresses that have no host. */
const PLACE = 'http://127.0.0.1';
const TAGS = ['bench-one', 'bench-two'];
const LONG_AGO = '2000-01-01T00:00:00.000Z';
/** Number of works that match each filter, more than two pages. */
const FILTERED = 60;

/**
 * Defines a row: `prepare` creates the input of each job, `run` executes it.
 *
 * @param {string} name value for `--only`
 */
const row = (name, title, run, options) => ({
  name,
  title,
  target: HALF,
  counts: MANY,
  prepare: async (_site, count) => times(count, () => undefined),
  run,
  ...options,
});

/** Defines a row that always sends the same kind of request. */
const read = (name, title, requestOf, options) =>
  row(name, title, ({ client, side }) => client.send(requestOf(side)), options);

/** Request with which readers open a published work. */
const pageOf = async ({ client, side }, id) => side.page(await client.sendForJson(side.get(id)));
const view = ({ client }, request) => client.send(request);

const readRows = [
  read('list', 'list the newest 25', (side) => side.list(), { target: THIRD }),
  row('get', 'get one', ({ client, side }, id) => client.send(side.get(id)), {
    target: THIRD,
    prepare: async ({ works }, count) => times(count, (index) => works[index % works.length]),
  }),
  // Works whose pages are cached, as those of frequently read works.
  row('page', 'read a published work, its page kept', view, {
    prepare: async (site, count) => {
      const requests = [];
      // Every second work is published.
      for (let index = 0; index < site.works.length; index += 2) {
        const request = await pageOf(site, site.works[index]);
        await view(site, request);
        requests.push(request);
      }
      return times(count, (index) => requests[index % requests.length]);
    },
  }),
  read('feed', 'read the feed, kept', (side) => side.feed()),
  read('changes', 'read 25 changes', (side) => side.changes()),
];

/** Defines a row that reads the same stored file repeatedly, from the disk of the site. */
const storedFileRow = (name, title, bytes, counts) =>
  row(name, title, view, {
    counts,
    prepare: async (site, count) => {
      const { client, side } = site;
      const file = await client.sendForJson(side.upload(makePdf(bytes)));
      const request = get(new URL(side.urlOfUploaded(file), PLACE).pathname);
      return times(count, () => request);
    },
  });

const fileRows = [
  storedFileRow('file-20k', 'read a stored file of 20 KB', 20_000, MANY),
  storedFileRow('file-5m', 'read a stored file of 5 MB', 5_000_000, SOME),
];

const pageUncached = row('page-uncached', 'read a published work for the first time', view, {
  counts: SOME,
  prepare: async (site, count) => {
    const requests = [];
    for (const id of await createDrafts(site, count)) {
      await publish(site, id);
      requests.push(await pageOf(site, id));
    }
    return requests;
  },
});

/** Defines a row that sends a request for each of many drafts or published works, with or without fields. */
const ofDrafts = (name, title, requestOf, { fieldsOf, isPublic } = {}) =>
  row(name, title, ({ client, side }, id) => client.send(requestOf(side, id)), {
    prepare: async (site, count) => {
      const ids = await createDrafts(site, count, undefined, await fieldsOf?.(site));
      for (const id of isPublic ? ids : []) await publish(site, id);
      return ids;
    },
  });

const creation = (name, title, fieldsOf) =>
  row(name, title, async (site, text) => createDraft(site, [], text, await fieldsOf?.(site)), {
    prepare: async (site, count) => {
      await fieldsOf?.(site);
      return times(count, makeText);
    },
  });

const publishIt = (side, id) => side.publish(id);
const newBody = () => ({ body: makeText().body });
const changeBody = (side, id) => side.change(id, newBody());

const writeRows = [
  creation('create', 'create a draft with a 2 KB body'),
  ofDrafts('publish', 'publish a draft', publishIt),
  pageUncached,
  ofDrafts('change', 'change the text of a draft', changeBody),
  ofDrafts('change-title', 'change the title of a draft', (side, id) =>
    side.change(id, { title: makeText().title })
  ),
  ofDrafts('change-fields', 'change excerpt and author of a draft', (side, id) =>
    side.change(id, side.plainFieldsOf({ excerpt: makeText().title, author: 'Somebody Else' }))
  ),
  ofDrafts('change-publish', 'change the text of a draft and publish it', (side, id) =>
    side.changeAndPublish(id, newBody())
  ),
];

/** Runs `make` once per server and returns its result afterwards. */
const once = (make) => {
  const made = new WeakMap();
  return (site) => {
    if (!made.has(site.server)) made.set(site.server, make(site));
    return made.get(site.server);
  };
};

const floorOf = once(async ({ server }) =>
  createClient({ port: await server.request('startFloor') })
);

/** Lower limit of a request's cost, with which reads and writes are compared. */
const floorRows = [
  row('floor-read', 'the floor: Koa, 25 rows read', async (site) => {
    await (await floorOf(site)).send(get('/'));
  }),
  row('floor-write', 'the floor: Koa, a text inserted in a transaction', async (site, text) => {
    await (await floorOf(site)).send(json('POST', '/', text));
  }),
].map((floor) => ({
  ...floor,
  target: undefined,
  prepare: async (_site, count) => times(count, makeText),
}));

/**
 * Fields of works in some rows: an uploaded cover and two tags. One more draft has them, so that the cover stays when
 * the works of a row are deleted. @param photo the cover
 */
const fieldsWith = (photo) =>
  once(async (site) => {
    const cover = await sendUpload(site, site.side.upload(photo));
    const tags = [];
    for (const name of TAGS) tags.push(await site.server.request('createTag', name));
    const fields = site.side.fieldsOf(cover, tags);
    await createDraft(site, [], undefined, fields);
    return fields;
  });

const filteredRows = (fieldsOf) => {
  const fillOnce = once(async (site) => {
    const fields = await fieldsOf(site);
    for (let made = 0; made < FILTERED; made += 1) {
      const name = `filtered-${made}`;
      const text = { ...makeText(), title: `Filtered ${made}`, slug: name, externalId: name };
      await createDraft(site, [], text, fields);
    }
  });
  const filtered = (name, title, queryOf) =>
    read(name, title, (side) => side.list(queryOf(side.filters)), {
      prepare: async (site, count) => {
        await fillOnce(site);
        return times(count, () => undefined);
      },
    });
  return [
    filtered('list-title', 'list 25 by the beginning of the title', (by) => by.title('Filtered')),
    filtered('list-tag', 'list 25 of a tag', (by) => by.tag(TAGS[0])),
    filtered('list-created', 'list 25 made after a time', (by) => by.createdAfter(LONG_AGO)),
    filtered('list-updated', 'list 25 saved after a time', (by) => by.updatedAfter(LONG_AGO)),
    filtered('list-own-name', 'find one by its own name', (by) => by.ownName('filtered-0')),
    filtered('list-made-by', 'list 25 made by the bot', (by) => by.byTheBot()),
  ];
};

/** Four rows for the life cycle of a work: create, publish, change the draft, delete while published. */
const linkedRows = ([created, published, changed, deleted], what, fieldsOf) => [
  creation(created, `create a draft with ${what}`, fieldsOf),
  ofDrafts(published, `publish a draft with ${what}`, publishIt, { fieldsOf }),
  ofDrafts(changed, 'change the text of such a draft', changeBody, { fieldsOf }),
  ofDrafts(
    deleted,
    'delete such a published work, its cover stays',
    (side, id) => side.remove(id),
    {
      fieldsOf,
      isPublic: true,
    }
  ),
];

/**
 * Row that deletes works with their media, rows and bytes: a photo with its four formats, a drawing with a thumbnail,
 * and a PDF. The adapter needs one request, and its measurement ends when the bytes are deleted; Strapi's own routes
 * need one request for the work and one for each file. The numbers are totals.
 */
export const deleteRow = (files) =>
  row(
    'delete',
    'delete a work and its three media',
    async ({ client, side }, { id, media }) => {
      for (const request of side.removeWithMedia(id, media)) await client.send(request);
    },
    {
      // The adapter needs more jobs to warm up than Strapi's side, where each job is four requests.
      counts: { ...SOME, warmUp: 3000 },
      prepare: async (site, count) => {
        const added = [];
        for (const file of [files.photo, files.drawing, files.paper]) {
          added.push(await site.server.request('addFiles', { file, count }));
        }
        const mediaOf = (index) => added.map((ids) => ids[index]);
        const ids = await createDrafts(site, count, mediaOf);
        return ids.map((id, index) => ({ id, media: mediaOf(index) }));
      },
    }
  );

/**
 * The same rows with the fast path off, as under a version of Strapi whose writes it does not match. The target is the
 * cost of Strapi's own routes.
 */
const slowRows = (rows) =>
  rows.map((fast) => ({
    ...fast,
    name: `${fast.name}-slow`,
    title: `${fast.title}, the fast path off`,
    target: 1,
    isSlow: true,
  }));

/** Defines a row that uploads the same file repeatedly. */
const uploadRow = (name, title, file, options) =>
  row(name, title, sendUpload, {
    target: IMAGE,
    counts: FEW,
    prepare: async ({ side }, count) => times(count, () => side.upload(file)),
    ...options,
  });

const kilobytes = ({ content }) => `${Math.round(content.length / 1000)} KB`;

const uploadRows = async (folder, photo) => {
  const pdf = makePdf(PDF_BYTES);
  const [drawing, webp] = [await makeDrawing(PHOTO), await makeWebp(PHOTO)];
  const heic = makeHeic(folder, photo);
  const of = (what, file) => `upload a 1600 x 1200 ${what} (${kilobytes(file)})`;
  return [
    uploadRow('pdf', `upload a PDF (${kilobytes(pdf)})`, pdf, { target: HALF, counts: SOME }),
    uploadRow('jpeg', of('JPEG', photo), photo),
    uploadRow('jpeg-turned', 'the same with an EXIF orientation', await makePhoto(PHOTO, 6)),
    uploadRow('png', of('PNG that can be seen through', drawing), drawing),
    uploadRow('webp', of('WebP', webp), webp, { target: HALF }),
    // Strapi stores a HEIC unchanged: it decodes nothing, and browsers cannot show the file.
    ...(heic ? [uploadRow('heic', of('HEIC', heic), heic, { target: undefined })] : []),
    uploadRow('film', 'upload an MP4 of 100 MB', makeFilm(FILM_BYTES), {
      target: undefined,
      counts: FEWEST,
    }),
  ];
};

/**
 * Rows of the comparison. Rows that only read come first, while all stores have the same content.
 *
 * @param {object} files the result of `storedFiles`.
 */
export const allRows = async (folder, files) => {
  const photo = await makePhoto(PHOTO);
  const fieldsOf = fieldsWith(photo);
  // SEO settings, which both sides take in the same form.
  const seo = { metaTitle: 'The night train', metaDescription: 'Nobody had found a light' };
  const withSeo = async (site) => ({ ...(await fieldsOf(site)), seo });
  const deletion = deleteRow(files);
  const plainWrites = writeRows.filter(({ name }) => ['create', 'publish'].includes(name));
  return [
    ...floorRows,
    ...readRows,
    ...fileRows,
    ...filteredRows(fieldsOf),
    ...writeRows,
    ...linkedRows(
      ['create-fields', 'publish-fields', 'change-linked', 'delete-linked'],
      'a cover and two tags',
      fieldsOf
    ),
    ...linkedRows(
      ['create-seo', 'publish-seo', 'change-seo', 'delete-seo'],
      'a cover, two tags and SEO',
      withSeo
    ),
    deletion,
    ...slowRows([...plainWrites, deletion]),
    ...(await uploadRows(folder, photo)),
    // Typical task of a bot. One job is three requests, and the numbers are totals of the job.
    uploadRow('whole-job', 'whole job: upload a JPEG, create with it, publish', photo, {
      run: async (site, request) => {
        const media = [await sendUpload(site, request)];
        await publish(site, await createDraft(site, media));
      },
    }),
  ];
};
