import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Test } from 'supertest';

import { onEachDatabase } from '../concurrency/databases';
import { createAdmin, type Admin } from '../support/admin';
import { createBot, type Bot } from '../support/bot';
import { pdf, png, type TestFile } from '../support/files';
import { COUNTED, createNthFault, type Kind, type Moment } from '../support/nth-fault';
import type { Site } from '../support/site';
import { expectNoDamage } from '../support/site-state';

const WORKS = '/content-manager/collection-types/api::work.work';
const KINDS: Kind[] = ['statement', 'commit', 'storage call'];
const MOMENTS: Moment[] = ['before', 'after'];
/** More operations than any request has, so that an endless loop fails instead of hanging. */
const MANY = 200;
/** Tables that requests write, referring tables first. */
const TABLES = [
  'files_related_mph',
  'works',
  'files',
  'bot_changes',
  'bot_removals',
  'bot_publication_details',
  'bot_idempotency_records',
];
/** Number of event loop turns without a waiting connection that count as idle. */
const IDLE_TURNS = 20;
const LATER = '2099-01-01T00:00:00Z';
/** Statuses of answers to the bot after a fault of database or storage. */
const FAULTS = [502, 503, 507];

/** The counters of Knex's pool. */
interface Pool {
  numUsed: () => number;
  numPendingAcquires: () => number;
  numPendingCreates: () => number;
}

/** A prepared request with an observable effect. */
interface Ready {
  send: () => Test;
  /** Counts the effect: 1, or 0 without an effect. */
  effects: () => Promise<number>;
}

const nth = createNthFault();

onEachDatabase(
  (site: () => Site, database) => {
    let bot: Bot;
    let admin: Admin;
    let picture: TestFile;
    let serial = 0;

    beforeAll(async () => {
      bot = createBot(site());
      admin = await createAdmin(site());
      picture = await png({ width: 300, height: 200 });
      // Silent, because thousands of errors are expected.
      site().strapi.log.silent = true;
    });

    const table = (name: string) => site().strapi.db.connection(name);
    const count = async (name: string, where: object): Promise<number> =>
      (await table(name).where(where).select('id')).length;
    /** Idempotency keys without an answer. */
    const claims = () => table('bot_idempotency_records').whereNull('answer').select('id');
    const publicVersions = (id: string) =>
      table('works').where({ document_id: id }).whereNotNull('published_at');
    const isPublic = async (id: string): Promise<boolean> => (await publicVersions(id)).length > 0;

    const draft = async (title: string) => (await bot.createPublication({ title })).id;
    const published = async (title: string) => {
      const id = await draft(title);
      await bot.publish(id);
      return id;
    };

    /** Creates a publication with three media, and returns a check that it is completely deleted. */
    const withMedia = async (title: string) => {
      const media = [await bot.upload(pdf()), await bot.upload(pdf()), await bot.upload(pdf())];
      const { id } = await bot.createPublication({ title, media });
      await bot.publish(id);
      const ids = media.map((material) => material.id);
      const effects = async (): Promise<number> => {
        const isDeleted = (await count('works', { document_id: id })) === 0;
        const files = await table('files').whereIn('document_id', ids).select('id');
        expect(files).toHaveLength(isDeleted ? 0 : ids.length);
        return isDeleted ? 1 : 0;
      };
      return { id, effects };
    };

    const form = (request: Test, part: string, name: string): Test =>
      request.attach(part, picture.content, { filename: name, contentType: picture.mime });

    const byTheBot: Record<string, (name: string) => Promise<Ready>> = {
      create: async (title) => {
        const media = [await bot.upload(pdf())];
        return {
          send: () => bot.request('post', '/publications').send({ title, media }),
          effects: () => count('works', { title }),
        };
      },
      'create, named and scheduled': async (title) => ({
        send: () =>
          bot.request('post', '/publications').send({ title, externalId: title, publishAt: LATER }),
        // Counts both rows as one effect.
        effects: async () => {
          const rows = await count('bot_publication_details', { external_id: title });
          return ((await count('works', { title })) + rows) / 2;
        },
      }),
      'change of the schedule': async (title) => {
        const { id } = await bot.createPublication({ title, externalId: title });
        const isScheduled = { external_id: title, publish_at: Date.parse(LATER) };
        return {
          send: () => bot.request('patch', `/publications/${id}`).send({ publishAt: LATER }),
          effects: () => count('bot_publication_details', isScheduled),
        };
      },
      'publish before its time': async (title) => {
        const { id } = await bot.createPublication({ title, publishAt: LATER });
        return {
          send: () => bot.request('post', `/publications/${id}/publish`),
          effects: async () => {
            const left = await count('bot_publication_details', { document_id: id });
            return (Number(await isPublic(id)) + 1 - left) / 2;
          },
        };
      },
      change: async (title) => {
        const id = await published(title);
        const media = [await bot.upload(pdf())];
        const change = { body: `Changed ${title}`, media };
        return {
          send: () =>
            bot.request('patch', `/publications/${id}`).query({ publish: true }).send(change),
          // Counts the draft and the public version as one effect.
          effects: async () => (await count('works', { body: change.body })) / 2,
        };
      },
      publish: async (title) => {
        const id = await draft(title);
        return {
          send: () => bot.request('post', `/publications/${id}/publish`),
          effects: async () => Number(await isPublic(id)),
        };
      },
      unpublish: async (title) => {
        const id = await published(title);
        return {
          send: () => bot.request('post', `/publications/${id}/unpublish`),
          effects: async () => Number(!(await isPublic(id))),
        };
      },
      delete: async (title) => {
        const { id, effects } = await withMedia(title);
        return { send: () => bot.request('delete', `/publications/${id}`), effects };
      },
      'delete a material': async () => {
        const { id } = await bot.upload(pdf());
        return {
          send: () => bot.request('delete', `/materials/${id}`),
          effects: async () => Number((await count('files', { document_id: id })) === 0),
        };
      },
      upload: async (name) => ({
        send: () => form(bot.request('post', '/materials'), 'file', `${name}.png`),
        effects: () => count('files', { name: `${name}.png` }),
      }),
    };

    const byThePanel: Record<string, (name: string) => Promise<Ready>> = {
      create: async (title) => ({
        send: () => admin.agent.post(WORKS).send({ title }),
        effects: () => count('works', { title }),
      }),
      publish: async (title) => {
        const id = await draft(title);
        return {
          send: () => admin.agent.post(`${WORKS}/${id}/actions/publish`).send({ title }),
          effects: async () => Number(await isPublic(id)),
        };
      },
      unpublish: async (title) => {
        const id = await published(title);
        return {
          send: () => admin.agent.post(`${WORKS}/${id}/actions/unpublish`).send({}),
          effects: async () => Number(!(await isPublic(id))),
        };
      },
      delete: async (title) => {
        const { id, effects } = await withMedia(title);
        return { send: () => admin.agent.delete(`${WORKS}/${id}`), effects };
      },
      upload: async (name) => ({
        send: () => form(admin.agent.post('/upload'), 'files', `${name}.png`),
        effects: () => count('files', { name: `${name}.png` }),
      }),
    };

    /** Deletes all data of an operation, so that the next audit does not read it. */
    const empty = async (): Promise<void> => {
      for (const name of TABLES) await table(name).delete();
      const { uploadsDir } = site();
      const objects = await readdir(uploadsDir);
      await Promise.all(objects.map((name) => rm(path.join(uploadsDir, name))));
    };

    const isIdle = (): boolean => {
      const { pool } = site().strapi.db.connection.client as { pool: Pool };
      return pool.numUsed() + pool.numPendingAcquires() + pool.numPendingCreates() === 0;
    };

    /** Waits until no statement runs, because the panel may answer a failed count before its concurrent creation ends. */
    const untilIdle = async (): Promise<void> => {
      for (let turns = 0; turns < IDLE_TURNS; turns = isIdle() ? turns + 1 : 0) await nextTurn();
    };

    /** Checks the data, after running the worker while nothing else runs, so that its statements are not counted. */
    const expectAllWell = async (): Promise<void> => {
      const worker: { drain: () => Promise<void> } = site()
        .strapi.plugin('bot')
        .service('removalWorker');
      await worker.drain();
      await expectNoDamage(site());
    };

    const isSuccess = (status: number): boolean => status >= 200 && status < 300;

    interface Case {
      verb: string;
      prepare: (name: string) => Promise<Ready>;
      kind: Kind;
      moment: Moment;
      key?: string;
      /** Allowed statuses of errors to the bot during the fault. */
      statuses?: number[];
    }

    /** Makes the nth operation of one request fail. @returns whether there was an nth operation */
    const strike = async (number: number, { prepare, kind, moment, key, statuses }: Case) => {
      const name = `Work ${(serial += 1)}`;
      const { send, effects } = await prepare(name);
      const request = (): Test =>
        key === undefined ? send() : send().set('Idempotency-Key', `${key} ${name}`);

      nth.arm({ kind, number, moment });
      const { status, body } = await request().set(COUNTED, 'yes');
      const hasStruck = nth.disarm();
      if (statuses === undefined) await untilIdle();
      const context = `${kind} ${number} ${moment}: ${status} ${JSON.stringify(body)}`;
      if (isSuccess(status)) expect([context, await effects()]).toEqual([context, 1]);
      else {
        expect([context, hasStruck]).toEqual([context, true]);
        if (statuses) expect([context, statuses.includes(status)]).toEqual([context, true]);
      }
      await expectAllWell();

      const isDone = (await effects()) === 1;
      if (key !== undefined || !isDone) {
        const retried = await request();
        const retriedContext = `${context}; retried: ${retried.status} ${retried.text}`;
        expect([retriedContext, isSuccess(retried.status)]).toEqual([retriedContext, true]);
        expect([retriedContext, await effects()]).toEqual([retriedContext, 1]);
      }
      expect(await claims()).toEqual([]);
      return hasStruck;
    };

    /** Whether a request has such operations. Only uploads call the storage; a delete leaves the bytes to the worker. */
    const hasAny = ({ kind, verb }: Case): boolean => kind !== 'storage call' || verb === 'upload';

    const strikeAll = async (which: Case): Promise<void> => {
      for (let number = 1; number <= MANY; number += 1) {
        if (!(await strike(number, which))) {
          // A request without any operation to fail would prove nothing.
          expect(number > 1).toBe(hasAny(which));
          // Checks the data again after all retries.
          return expectAllWell();
        }
      }
      throw new Error(`more than ${MANY} of ${which.kind}`);
    };

    const cases = KINDS.flatMap((kind) => MOMENTS.map((moment) => [kind, moment] as const));

    describe.each(Object.entries(byTheBot))('%s by the bot', (verb, prepare) => {
      afterAll(empty);

      // Each statement fails on both databases: on one of them without a key, on the other with one.
      const of = (isForStatements: boolean) =>
        cases.filter(([kind]) => isForStatements || kind !== 'statement');
      test.each(of(database !== 'SQLite'))('every %s fails %s it is done', (kind, moment) =>
        strikeAll({ verb, prepare, kind, moment, statuses: FAULTS })
      );
      test.each(of(database === 'SQLite'))(
        'with a key: every %s fails %s it is done',
        (kind, moment) =>
          strikeAll({
            verb,
            prepare,
            kind,
            moment,
            statuses: FAULTS,
            key: `${verb} ${kind} ${moment}`,
          })
      );
    });

    describe.each(Object.entries(byThePanel))('%s by the panel', (verb, prepare) => {
      afterAll(empty);

      // Strapi runs many statements for each request. They fail before execution on one database, and after
      // it on the other.
      const moment: Moment = database === 'SQLite' ? 'before' : 'after';
      const ofPanel = cases.filter(([kind, when]) => kind !== 'statement' || when === moment);
      test.each(ofPanel)('every %s fails %s it is done', (kind, when) =>
        strikeAll({ verb, prepare, kind, moment: when })
      );
    });
  },
  // The tests run the worker themselves.
  { env: { BOT_WORKER: 'false' }, register: (strapi) => nth.register(strapi), ownStrapi: true }
);
