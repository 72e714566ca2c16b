import { setTimeout as pause } from 'node:timers/promises';

import { form, type Call } from '../support/http-client';
import type { SendWithRetries, TimedAnswer } from './send-with-retries';
import type { Action, Seen } from './history/publication-model';
import { count, expecting, type Ledger } from './ledger';
import type { Random } from '../support/random';
import type { Sample } from './samples';
import type { SharedWork, SharedWorks } from './shared-works';

/** Maximum pause between two operations, in milliseconds. */
const THINKING = 100;

interface Tools {
  name: string;
  request: SendWithRetries;
  ledger: Ledger;
  random: Random;
  samples: Sample[];
  shared: SharedWorks;
}

/** A bot that works on publications concurrently with others. */
export const createSharedBot = ({ name, request, ledger, random, samples, shared }: Tools) => {
  let number = 0;
  const next = (): string => `${name}-${(number += 1)}`;
  const isExpected = expecting(ledger);

  const upload = async (): Promise<string[]> => {
    const sample = random.pick(samples) as Sample;
    const fileName = `${next()}.${sample.extension}`;
    const answer = await request({
      method: 'POST',
      path: '/api/bot/materials',
      key: `upload-${fileName}`,
      ...form(fileName, sample.mime, sample.content),
    });
    if (!isExpected(answer, 201, `upload of ${fileName}`)) return [];
    const id = String(Reflect.get(Object(answer.body), 'id'));
    ledger.shared.set(id, sample.isKept ? sample.content : undefined);
    return [id];
  };

  const create = async (): Promise<void> => {
    const materials = random.chance(0.5) ? await upload() : [];
    const title = next();
    const answer = await request({
      method: 'POST',
      path: '/api/bot/publications',
      key: `create-${title}`,
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ title, media: materials })),
    });
    if (!isExpected(answer, 201, `create of ${title}`)) return;
    const id = String(Reflect.get(Object(answer.body), 'id'));
    ledger.shared.set(id, undefined);
    shared.add({
      id,
      materials,
      history: [
        { action: { kind: 'create', title }, from: answer.requestedAt, until: answer.answeredAt },
      ],
    });
  };

  /** Sends an idempotent write with a key until it is answered. */
  const write = async (
    { id, history }: SharedWork,
    method: 'POST' | 'DELETE',
    kind: 'publish' | 'unpublish' | 'delete'
  ): Promise<TimedAnswer> => {
    const path = `/api/bot/publications/${id}${kind === 'delete' ? '' : `/${kind}`}`;
    const answer = await request({ method, path, key: `${kind}-${next()}` });
    if (isExpected(answer, [200, 404], `${kind} of ${id}`)) {
      const action: Action = { kind, isFound: answer.status === 200 };
      history.push({ action, from: answer.requestedAt, until: answer.answeredAt });
    }
    return answer;
  };

  /** Changes the title, of the draft only or also of the public version. */
  const change = async ({ id, history }: SharedWork): Promise<void> => {
    const title = next();
    const isPublic = random.chance(0.5);
    const answer = await request({
      method: 'PATCH',
      path: `/api/bot/publications/${id}?publish=${isPublic}`,
      key: `change-${title}`,
      type: 'application/json',
      body: Buffer.from(JSON.stringify({ title })),
    });
    if (isExpected(answer, [200, 404], `change of ${id}`)) {
      const kind = isPublic ? 'save and publish' : 'save';
      const action: Action = { kind, title, isFound: answer.status === 200 };
      history.push({ action, from: answer.requestedAt, until: answer.answeredAt });
    }
  };

  /** Restores the publication if it was deleted. */
  const restore = async ({ id, history }: SharedWork): Promise<void> => {
    const answer = await request({
      method: 'POST',
      path: `/api/bot/publications/${id}/restore`,
      key: `restore-${next()}`,
    });
    if (isExpected(answer, 200, `restore of ${id}`)) {
      const { title, status } = answer.body as Seen;
      const action: Action = { kind: 'restore', seen: { title, status } };
      history.push({ action, from: answer.requestedAt, until: answer.answeredAt });
    }
  };

  /** Records only the answered attempt, because the others have read nothing. */
  const read = async (
    { history }: SharedWork,
    path: string,
    toAction: (answer: TimedAnswer) => Action
  ): Promise<void> => {
    const call: Call = { method: 'GET', path };
    const answer = await request(call);
    // The path of a page is known only after a publish, so a missing page is answered 410.
    const missing = path.startsWith('/api/') ? 404 : 410;
    if (isExpected(answer, [200, missing], `GET ${path}`)) {
      history.push({ action: toAction(answer), from: answer.sentAt, until: answer.answeredAt });
    }
  };

  const operations: [number, (publication: SharedWork) => Promise<void>][] = [
    [
      4,
      async (publication) => {
        const { body } = await write(publication, 'POST', 'publish');
        const url: unknown = Reflect.get(Object(body), 'url');
        if (typeof url === 'string') publication.page = new URL(url).pathname;
      },
    ],
    [1, async (publication) => void (await write(publication, 'POST', 'unpublish'))],
    [2, change],
    [1, restore],
    [
      1,
      async (publication) => {
        await write(publication, 'DELETE', 'delete');
        shared.retire(publication);
      },
    ],
    [
      3,
      (publication) =>
        read(publication, `/api/bot/publications/${publication.id}`, ({ status, body }) => {
          const { title, status: state } = Object(body) as Seen;
          return { kind: 'get', seen: status === 200 ? { title, status: state } : undefined };
        }),
    ],
    [
      3,
      async (publication) => {
        if (publication.page === undefined) return;
        await read(publication, publication.page, ({ status, body }) => ({
          kind: 'page',
          title: status === 200 ? /<title>(.*?) · /.exec(String(body))?.[1] : undefined,
        }));
      },
    ],
  ];
  const lots = operations.flatMap(([weight, run]) => Array.from({ length: weight }, () => run));

  return {
    /** Runs operations until `isOver`, and finishes the current one. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const publication = shared.pick((elements) => random.pick(elements));
        if (publication === undefined) await create();
        else await (random.pick(lots) as (typeof lots)[number])(publication);
        count(ledger.done, "shared bots' work");
        await pause(random.between(0, THINKING));
      }
    },
  };
};
