import {
  feedQuery,
  materialChange,
  newPublication,
  OPERATIONS,
  publicationChange,
  publicationList,
  type OperationId,
  type Site,
} from '@fleet-bot/protocol';
import { z } from 'zod';

import type { createAnswers } from './answers';
import { etagOf, Refusal, type Answer } from './answers';
import type { Fault } from './faults';
import { digestOf, newId, type FakeMaterial, type FakePublication, type Library } from './library';

const SITE: Site = {
  limits: {
    titleLength: 255,
    bodyBytes: 2 ** 20,
    mediaCount: 100,
    listDefault: 25,
    listMaximum: 100,
  },
  changes: { pageDefault: 100, pageMaximum: 1_000 },
  fields: z.record(z.string(), z.unknown()),
  relations: [],
  hasSearch: false,
};

export interface Call {
  id: string;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  raw: Buffer;
}

const check = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal('invalid-request', { errors: [] });
  return parsed.data;
};

const jsonOf = ({ raw }: Call): unknown => {
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new Refusal('malformed-json');
  }
};

const formOf = async ({ raw, headers }: Call) => {
  try {
    const type = headers['content-type'] ?? '';
    return await new Response(raw, { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw new Refusal('malformed-multipart');
  }
};

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG';

/** Creates the handlers of the fake site, keyed by operation id. */
export const createHandlers = (
  library: Library,
  answers: ReturnType<typeof createAnswers>,
  is: (fault: Fault) => boolean
): Partial<Record<OperationId, (call: Call) => Answer | Promise<Answer>>> => {
  const { publications, materials, uploads, deletedPublications, feed } = library;
  /** Answers to completed uploads, by id. */
  const finished = new Map<string, Answer>();
  let created = 0;

  const find = (id: string): FakePublication => {
    const found = publications.get(id);
    if (found === undefined) throw new Refusal('publication-not-found');
    return found;
  };
  const findMaterial = (id: string): FakeMaterial => {
    const found = materials.get(id);
    if (found === undefined) throw new Refusal('material-not-found');
    return found;
  };
  const tag = (publication: FakePublication) => ({
    ETag: is('the ETag never changes') ? '"same"' : etagOf(publication),
  });
  const publicationAnswer = (publication: FakePublication): Answer => ({
    status: 200,
    headers: tag(publication),
    body: answers.publication(publication),
  });
  /** Finds a publication. @throws Refusal if `If-Match` does not allow the request */
  const findMatching = ({ id, headers }: Call): FakePublication => {
    const publication = find(id);
    const wanted = headers['if-match'];
    const isSame = wanted === undefined || wanted === '*' || wanted === etagOf(publication);
    if (isSame || is('If-Match is ignored')) return publication;
    const etag = etagOf(publication);
    const said = is('a 412 does not say what is there') ? {} : { etag };
    throw new Refusal('precondition-failed', said);
  };
  const known = (ids: (string | number)[]): string[] => {
    const unknown = ids.filter((id) => !materials.has(String(id)));
    if (unknown.length > 0 && !is('unknown materials are taken')) {
      throw new Refusal('unknown-material', { unknown });
    }
    return ids.map(String);
  };
  const ensureFree = (externalId: string | null | undefined) => {
    if (externalId == null || is('external ids are not unique')) return;
    const other = [...publications.values()].find((one) => one.externalId === externalId);
    if (other !== undefined) throw new Refusal('external-id-taken', { id: other.id });
  };
  const textOf = (time: Date | null | undefined) => time?.toISOString() ?? null;

  const store = (bytes: Buffer, filename: string, texts: Record<string, string>): FakeMaterial => {
    const received = digestOf(bytes);
    if (
      texts.sha256 !== undefined &&
      texts.sha256 !== received &&
      !is('digests are not compared')
    ) {
      throw new Refusal('digest-mismatch');
    }
    const isImage = is('types are believed') ? filename.endsWith('.png') : isPng(bytes);
    const material: FakeMaterial = {
      id: newId(),
      name: texts.name ?? filename,
      filename,
      bytes: is('lines get new ends')
        ? Buffer.from(bytes.toString().replace(/\r\n/g, '\n'))
        : bytes,
      received,
      type: isImage ? 'image' : 'file',
      alternativeText: texts.alternativeText ?? null,
      caption: is('captions are lost') ? null : (texts.caption ?? null),
      createdAt: new Date().toISOString(),
    };
    materials.set(material.id, material);
    library.recordChange('material.created', material.id, material.name);
    return material;
  };
  const uploaded = (material: FakeMaterial): Answer => ({
    status: 201,
    body: is('the digest of what is stored is that of what came')
      ? answers.uploaded(material, digestOf(Buffer.from('other')))
      : answers.uploaded(material),
  });

  return {
    checkHealth: () => ({
      status: 200,
      body: { ok: true, site: is('health has no name') ? '' : 's' },
    }),

    checkReadiness: () => ({ status: 200, body: { status: 'ok', site: 's', checks: [] } }),

    greet: ({ headers }) => {
      const plain = { site: 's', protocol: '1.0.0' };
      const isBot = headers.authorization !== undefined && !is('the bot is told nothing');
      if (!isBot && !is('anybody is told everything')) return { status: 200, body: plain };
      const addresses = {
        api: `${answers.own()}/api/bot`,
        publication: `${answers.own()}/works/:id`,
      };
      return { status: 200, body: { ...plain, addresses, features: [], limits: {} } };
    },

    describeInterface: () => {
      const openapi = is('the description is of another version') ? '3.0.3' : '3.1.0';
      const paths: Record<string, Record<string, object>> = {};
      for (const { method, path } of Object.values(OPERATIONS)) {
        if (is('the description is empty')) break;
        if (method === 'DELETE' && is('the description forgets deletions')) continue;
        (paths[path.replace(':id', '{id}')] ??= {})[method.toLowerCase()] = {};
      }
      return { status: 200, headers: { ETag: '"d"' }, body: { openapi, paths } };
    },

    listPublications: ({ query }) => {
      const list = publicationList(SITE);
      const loose = z.object(list.shape);
      const asked = check(is('unknown parameters are ignored') ? loose : list, query);
      let found = [...publications.values()].reverse();
      if (is('the oldest come first')) found.reverse();
      if (asked.title !== undefined)
        found = found.filter((one) => one.title.startsWith(asked.title ?? ''));
      if (asked.externalId !== undefined && !is('the list ignores external ids')) {
        found = found.filter((one) => one.externalId === asked.externalId);
      }
      if (asked.status !== undefined && !is('status is ignored')) {
        found = found.filter((one) => (one.live === null ? 'draft' : 'published') === asked.status);
      }
      const { cursor, limit } = asked;
      const start =
        cursor === undefined
          ? 0
          : is('pages are counted')
            ? Number(cursor.split('.')[0])
            : found.findIndex((one) => one.order < Number(cursor.split('.')[1]));
      const page = start < 0 ? [] : found.slice(start, start + limit);
      const last = page.at(-1);
      const isMore = start >= 0 && start + limit < found.length;
      const hasLink =
        isMore && !(is('the last page is forgotten') && start + 2 * limit >= found.length);
      const next = `${start + limit}.${last?.order}`;
      const address = `<${answers.own()}/api/bot/publications?cursor=${next}>; rel="next"`;
      const body = page.map((one) => {
        const { title, ...rest } = answers.item(one);
        return is('items lack a field') ? rest : { title, ...rest };
      });
      return { status: 200, ...(hasLink && { headers: { Link: address } }), body };
    },

    createPublication: (call) => {
      const schema = newPublication(SITE);
      const json = jsonOf(call);
      const asked = check(is('unknown keys are taken') ? z.object(schema.shape) : schema, json);
      ensureFree(asked.externalId);
      const publication: FakePublication = {
        id: newId(),
        title: asked.title,
        body: asked.body ?? null,
        media: known(asked.media),
        live: null,
        publishedAt: null,
        firstPublishedAt: textOf(asked.firstPublishedAt),
        externalId: asked.externalId ?? null,
        publishAt: textOf(asked.publishAt),
        unpublishAt: textOf(asked.unpublishAt),
        order: (created += 1),
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
        version: 1,
      };
      publications.set(publication.id, publication);
      library.recordChange('publication.created', publication.id, publication.title);
      const begins = is('Location is rewritten') ? 'http://front.invalid' : answers.own();
      const place = { Location: `${begins}/api/bot/publications/${publication.id}` };
      return {
        status: 201,
        headers: { ...tag(publication), ...(is('Location is missing') ? {} : place) },
        body: { id: publication.id },
      };
    },

    getPublication: ({ id, headers }) => {
      if (is('an unknown id is 200') && !publications.has(id)) return { status: 200, body: {} };
      const publication = find(id);
      const isSame = headers['if-none-match'] === etagOf(publication);
      if (isSame && !is('If-None-Match is ignored')) return { status: 304 };
      const answer = publicationAnswer(publication);
      const body = answer.body as { url: unknown };
      return is('a draft has an address')
        ? { ...answer, body: { ...body, url: 'http://a.b/c' } }
        : answer;
    },

    changePublication: (call) => {
      const publication = findMatching(call);
      const asked = check(publicationChange(SITE), jsonOf(call));
      if (asked.title !== undefined) publication.title = asked.title;
      else if (is('a change empties the rest')) publication.title = '';
      if (asked.body !== undefined) publication.body = asked.body;
      if (asked.media !== undefined) publication.media = known(asked.media);
      if (asked.publishAt !== undefined) publication.publishAt = textOf(asked.publishAt);
      if (asked.unpublishAt !== undefined) publication.unpublishAt = textOf(asked.unpublishAt);
      if (asked.firstPublishedAt !== undefined)
        publication.firstPublishedAt = textOf(asked.firstPublishedAt);
      library.touch(publication);
      const { title, body, media, live } = publication;
      if (live !== null && is('changes are public at once'))
        publication.live = { title, body, media };
      library.recordChange('publication.updated', publication.id, title);
      return publicationAnswer(publication);
    },

    publishPublication: (call) => {
      const publication = findMatching(call);
      library.publish(publication);
      const { url } = answers.item(publication);
      return { status: 200, headers: tag(publication), body: { id: publication.id, url } };
    },

    unpublishPublication: (call) => {
      const publication = findMatching(call);
      library.unpublish(publication);
      return { status: 200, headers: tag(publication), body: { id: publication.id } };
    },

    previewPublication: ({ id }) => {
      find(id);
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      return { status: 200, body: { url: answers.previewOf(id), expiresAt } };
    },

    deletePublication: (call) => {
      const publication = findMatching(call);
      return { status: 200, body: { id: call.id, media: library.remove(publication) } };
    },

    restorePublication: ({ id }) => {
      const publication = deletedPublications.get(id);
      if (publication === undefined) throw new Refusal('publication-not-found');
      deletedPublications.delete(id);
      const body = is('what comes back is empty') ? null : publication.body;
      publications.set(id, { ...publication, body });
      return publicationAnswer({ ...publication, body });
    },

    listMaterials: () => ({
      status: 200,
      body: [...materials.values()].reverse().map(answers.listed),
    }),

    uploadMaterial: async (call) => {
      const form = await formOf(call);
      const file = form.get('file');
      if (!(file instanceof Blob)) throw new Refusal('invalid-request');
      const texts = Object.fromEntries(
        [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      );
      return uploaded(store(Buffer.from(await file.arrayBuffer()), (file as File).name, texts));
    },

    getMaterial: ({ id }) => {
      const material = findMaterial(id);
      const isUsed = library.uses(id).length > 0;
      return { status: 200, body: { ...answers.listed(material), formats: {}, uses: [], isUsed } };
    },

    changeMaterial: (call) => {
      const material = findMaterial(call.id);
      const asked = check(materialChange, jsonOf(call));
      if (!is('texts do not change')) Object.assign(material, asked);
      return { status: 200, body: answers.listed(material) };
    },

    deleteMaterial: ({ id }) => {
      findMaterial(id);
      const uses = library.uses(id).map((one) => ({ id: one.id }));
      if (uses.length > 0 && !is('what is in use is deleted')) {
        throw new Refusal('material-in-use', { uses });
      }
      library.removeMaterial(id);
      return { status: 200, body: { id } };
    },

    beginUpload: ({ headers }) => {
      const id = newId().padEnd(32, '0');
      const [, name = ''] = /filename (\S+)/.exec(headers['upload-metadata'] ?? '') ?? [];
      const filename = Buffer.from(name, 'base64').toString();
      uploads.set(id, {
        length: Number(headers['upload-length']),
        bytes: Buffer.alloc(0),
        filename,
      });
      return { status: 201, headers: { Location: `/api/bot/materials/resumable/${id}` } };
    },

    getUploadOffset: ({ id }) => {
      const upload = uploads.get(id);
      if (upload === undefined) throw new Refusal('upload-not-found');
      return { status: 200, headers: { 'Upload-Offset': String(upload.bytes.length) } };
    },

    continueUpload: ({ id, headers, raw }) => {
      const upload = uploads.get(id);
      if (upload === undefined) throw new Refusal('upload-not-found');
      const isBehind = Number(headers['upload-offset']) === upload.bytes.length;
      if (!isBehind && !is('parts go anywhere')) throw new Refusal('upload-offset-wrong');
      upload.bytes = Buffer.concat([upload.bytes, raw]);
      if (upload.bytes.length < upload.length) return { status: 204 };
      if (is('parts are lost')) upload.bytes = raw;
      const answer = uploaded(store(upload.bytes, upload.filename, {}));
      finished.set(id, answer);
      return headers.prefer === 'return=representation' ? answer : { status: 204 };
    },

    finishUpload: ({ id }) => {
      const answer = finished.get(id);
      if (answer === undefined) throw new Refusal('upload-not-found');
      return answer;
    },

    removeUpload: ({ id }) => {
      uploads.delete(id);
      return { status: 204 };
    },

    listChanges: ({ query }) => {
      const { after, limit } = check(feedQuery(SITE), query);
      if (after === 'latest')
        return { status: 200, body: { items: [], next: `c${feed.length}`, more: false } };
      const isCursor = after === undefined || /^c\d+$/.test(after);
      if (!isCursor && !is('any cursor is the first')) throw new Refusal('invalid-request');
      const start = isCursor ? Number(after?.slice(1) ?? 0) : 0;
      const items = feed.slice(start, start + limit);
      const next = start + items.length;
      return { status: 200, body: { items, next: `c${next}`, more: next < feed.length } };
    },
  };
};
