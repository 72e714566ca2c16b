import { setTimeout as pause } from 'node:timers/promises';

import type { SendWithRetries } from './send-with-retries';
import { form, type Answer, type Call } from '../support/http-client';
import {
  count,
  expecting,
  type Ledger,
  type AnsweredMaterial,
  type AnsweredPublication,
} from './ledger';
import type { Random } from '../support/random';
import type { Sample } from './samples';

/** Maximum pause between two operations of a bot, in milliseconds. */
const THINKING = 40;
/** Maximum time until a scheduled publish, in milliseconds. */
const SOON = 2_000;
/** Time limit for a scheduled publish in milliseconds, with all crashes in between. */
const PATIENCE_MILLISECONDS = 180_000;

interface Tools {
  name: string;
  request: SendWithRetries;
  ledger: Ledger;
  random: Random;
  samples: Sample[];
  /** Whether deleted publications can be restored on this site. */
  hasTrash: boolean;
}

/** A bot with its own publications. Sends each operation with an `Idempotency-Key` until it is answered. */
export const createBot = ({ name, request, ledger, random, samples, hasTrash }: Tools) => {
  const publications: AnsweredPublication[] = [];
  const materials: AnsweredMaterial[] = [];
  let number = 0;

  const next = (): string => `${name}-${(number += 1)}`;
  const living = (): AnsweredPublication[] => publications.filter(({ isDeleted }) => !isDeleted);
  const complain = (kind: string, detail: string): void =>
    void ledger.damage.push({ kind, detail });
  const isExpected = expecting(ledger);

  /** Sometimes repeats an answered request, which must get the same answer. */
  const repeat = async (call: Call, { status, body }: Answer): Promise<void> => {
    if (!random.chance(0.2)) return;
    const again = await request(call);
    const isSame = again.status === status && JSON.stringify(again.body) === JSON.stringify(body);
    if (!isSame || again.headers['idempotency-replayed'] !== 'true') {
      complain(
        'answer not repeated',
        `${call.method} ${call.path}: ${again.status} ${JSON.stringify(again.body)}`
      );
    }
    ledger.counts.replayed += 1;
  };

  const upload = async (): Promise<void> => {
    const sample = random.pick(samples) as Sample;
    const fileName = `${next()}.${sample.extension}`;
    const call: Call = {
      method: 'POST',
      path: '/api/bot/materials',
      key: `upload-${fileName}`,
      ...form(fileName, sample.mime, sample.content),
      ...(random.chance(0.2) && { spread: random.between(50, 600) }),
    };
    const answer = await request(call);
    if (!isExpected(answer, 201, `upload of ${fileName}`)) return;
    const { id, url } = answer.body as { id: string; url: string };
    const content = sample.isKept ? sample.content : undefined;
    const material = { id, url, name: fileName, content, isDeleted: false };
    ledger.materials.push(material);
    materials.push(material);
    await repeat(call, answer);
  };

  const create = async (): Promise<void> => {
    const title = next();
    const usable = materials.filter(({ isDeleted }) => !isDeleted).slice(-6);
    const media = [...new Set([random.pick(usable), random.pick(usable), random.pick(usable)])]
      .filter((material) => material !== undefined)
      .slice(0, random.between(0, 3));
    const body = JSON.stringify({
      title,
      body: `Text of ${title}`,
      media: media.map(({ id }) => id),
    });
    const call: Call = {
      method: 'POST',
      path: '/api/bot/publications',
      key: `create-${title}`,
      type: 'application/json',
      body: Buffer.from(body),
    };
    const answer = await request(call);
    if (!isExpected(answer, 201, `create of ${title}`)) return;
    const { id } = answer.body as { id: string };
    const publication = {
      id,
      title,
      titles: [title],
      schedules: 0,
      restores: 0,
      media,
      isPublished: false,
      isDeleted: false,
    };
    ledger.publications.push(publication);
    publications.push(publication);
    await repeat(call, answer);
  };

  const change = async (verb: 'publish' | 'unpublish'): Promise<void> => {
    const publication = random.pick(living().slice(-8));
    if (publication === undefined) return create();
    const { id } = publication;
    const call: Call = {
      method: 'POST',
      path: `/api/bot/publications/${id}/${verb}`,
      key: `${verb}-${next()}`,
    };
    const answer = await request(call);
    if (!isExpected(answer, 200, `${verb} of ${id}`)) return;
    publication.isPublished = verb === 'publish';
    const { url } = answer.body as { url?: string };
    if (url !== undefined && publication.url !== undefined && url !== publication.url) {
      complain('address changed', `${publication.url} became ${url}`);
    }
    publication.url = url ?? publication.url;
    await repeat(call, answer);
  };

  /** Changes the title and the media, and publishes them at once. */
  const revise = async (): Promise<void> => {
    const publication = random.pick(living().slice(-8));
    if (publication === undefined) return create();
    const { id } = publication;
    const title = next();
    const usable = materials.filter(({ isDeleted }) => !isDeleted).slice(-6);
    const media = [random.pick(usable)].filter((material) => material !== undefined);
    const call: Call = {
      method: 'PATCH',
      path: `/api/bot/publications/${id}?publish=true`,
      key: `revise-${title}`,
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ title, media: media.map((material) => material.id) })),
    };
    const answer = await request(call);
    if (!isExpected(answer, 200, `change of ${id}`)) return;
    const { url } = answer.body as { url: string };
    Object.assign(publication, { title, media, isPublished: true, url });
    publication.titles.push(title);
    await repeat(call, answer);
  };

  /** Schedules a publish in the near future, and waits for it. */
  const schedule = async (): Promise<void> => {
    const publication = random.pick(living().slice(-8));
    if (publication === undefined) return create();
    const { id } = publication;
    const publishAt = new Date(Date.now() + random.between(0, SOON)).toISOString();
    const path = `/api/bot/publications/${id}`;
    const call: Call = {
      method: 'PATCH',
      path,
      key: `schedule-${next()}`,
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ publishAt })),
    };
    const answer = await request(call);
    if (!isExpected(answer, 200, `schedule of ${id}`)) return;
    publication.schedules += 1;
    const deadline = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const { body } = await request({ method: 'GET', path });
      const { status, publishAt: due, url } = body as Record<string, string | null>;
      if (status === 'published' && due === null) {
        publication.isPublished = true;
        publication.url = url ?? undefined;
        return;
      }
      if (Date.now() > deadline) return complain('not published in time', `${id} ${publishAt}`);
      await pause(random.between(50, 300));
    }
  };

  const remove = async (): Promise<void> => {
    const publication = random.pick(living().slice(0, 8));
    if (publication === undefined) return create();
    const call: Call = {
      method: 'DELETE',
      path: `/api/bot/publications/${publication.id}`,
      key: `delete-${next()}`,
    };
    const answer = await request(call);
    if (!isExpected(answer, 200, `delete of ${publication.id}`)) return;
    publication.isDeleted = true;
    const stillUsed = new Set(living().flatMap(({ media }) => media));
    const unusedMaterials = publication.media.filter((material) => !stillUsed.has(material));
    for (const material of unusedMaterials) material.isDeleted = true;
    const { media } = answer.body as { media: { deleted: string[] } };
    const expected = unusedMaterials.map(({ id }) => id).sort();
    if (JSON.stringify([...media.deleted].sort()) !== JSON.stringify(expected)) {
      complain(
        'wrong cascade',
        `${publication.id}: ${media.deleted.join(' ')}, not ${expected.join(' ')}`
      );
    }
    await repeat(call, answer);
  };

  /** Restores a deleted publication, and expects it as before, with its address and media. */
  const restore = async (): Promise<void> => {
    const publication = random.pick(publications.filter(({ isDeleted }) => isDeleted).slice(-8));
    if (publication === undefined) return create();
    const { id, title, media, isPublished } = publication;
    const call: Call = {
      method: 'POST',
      path: `/api/bot/publications/${id}/restore`,
      key: `restore-${next()}`,
    };
    const answer = await request(call);
    if (!isExpected(answer, 200, `restore of ${id}`)) return;
    publication.isDeleted = false;
    publication.restores += 1;
    for (const material of media) material.isDeleted = false;
    const body = answer.body as { title: string; status: string; media: { id: string }[] };
    const expected = [title, isPublished ? 'published' : 'draft', ...media.map((one) => one.id)];
    const actual = [body.title, body.status, ...body.media.map((one) => one.id)];
    if (actual.join(' ') !== expected.join(' ')) {
      complain('wrong restore', `${id}: ${actual.join(' ')}, not ${expected.join(' ')}`);
    }
    await repeat(call, answer);
  };

  const operations: [weight: number, name: string, run: () => Promise<void>][] = [
    [4, 'upload', upload],
    [4, 'create', create],
    [4, 'publish', () => change('publish')],
    [1, 'unpublish', () => change('unpublish')],
    [2, 'change', revise],
    [1, 'schedule', schedule],
    [2, 'delete', remove],
    [hasTrash ? 1 : 0, 'restore', restore],
  ];
  const lots = operations.flatMap((operation) =>
    Array.from({ length: operation[0] }, () => operation)
  );

  return {
    /** Runs operations until `isOver`, and finishes the current one. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const [, operation, run] = random.pick(lots) as (typeof lots)[number];
        await run();
        count(ledger.done, operation);
        await pause(random.between(0, THINKING));
      }
    },
  };
};
