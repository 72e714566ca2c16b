import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import type { Publication, PublicationItem } from '@fleet-bot/protocol';

import type { Client } from '../../client';
import type { NewPublication, PublicationChange } from '../../resources/publications';
import { columns, EXIT, UsageError } from '../output';
import { onEachSite, type CommonOptions } from '../run';

import { onEachItem } from './items';

export interface ContentOptions extends CommonOptions {
  title?: string;
  body?: string;
  media?: string[];
  fields?: Record<string, unknown>;
  externalId?: string;
  /** Time in ISO 8601, or `never`. */
  publishAt?: string;
  unpublishAt?: string;
  slug?: string;
  publish?: boolean;
  key?: string;
}

const EXTERNAL = 'external:';

/** Resolves a command argument to a publication id. Looks up `external:<externalId>`; any other argument is an id. */
const idOf = async ({ publications }: Client, name: string): Promise<string> => {
  if (!name.startsWith(EXTERNAL)) return name;
  const found = await publications.find(name.slice(EXTERNAL.length));
  if (found === undefined) {
    const code = 'publication-not-found';
    throw Object.assign(new Error(`There is no publication ${name}`), { code });
  }
  return found.id;
};

/** Reads a text file, or standard input for `-`. */
const readBody = async (file: string): Promise<string> =>
  file === '-' ? text(process.stdin) : readFile(file, 'utf8');

const contentOf = async (options: ContentOptions): Promise<PublicationChange> => {
  const { title, body, media, fields, externalId, slug } = options;
  // Null removes a schedule.
  const [publishAt, unpublishAt] = [options.publishAt, options.unpublishAt].map((time) =>
    time === 'never' ? null : time
  );
  const text = body === undefined ? body : await readBody(body);
  return { title, body: text, media, fields, externalId, slug, publishAt, unpublishAt };
};

type Shown = { id: string } & Partial<Pick<Publication, 'title' | 'status' | 'url'>>;

const showOne = (one: Shown) => [
  [one.id, one.status, one.url, one.title].filter(Boolean).join('  '),
];

/** `fleet-bot health`: prints the state of the site, and of its components if the site reports them. */
export const health = (options: CommonOptions) =>
  onEachSite(
    options,
    async ({ client }) => ({ ...(await client.health()), ...(await client.ready()) }),
    ({ ok, site, status, checks = [] }) => [
      `${status ?? (ok ? 'ok' : 'failed')}  ${site}`,
      ...columns(checks.map((one) => [`  ${one.status}`, one.name, one.message])),
    ],
    ({ ok, status }) => (ok && status !== 'failed' ? EXIT.done : EXIT.noAnswer)
  );

/** `fleet-bot list`: prints up to `most` publications, newest first. */
export const list = (
  options: CommonOptions & { status?: 'draft'; title?: string; externalId?: string; most: number }
) =>
  onEachSite<PublicationItem[]>(
    options,
    async ({ client }, { keep }) => {
      const { status, title, externalId, most } = options;
      const query = { status, title, externalId, limit: Math.min(most, 100) };
      const found: PublicationItem[] = [];
      keep(found);
      for await (const one of client.publications.list(query)) {
        found.push(one);
        if (found.length >= most) break;
      }
      return found;
    },
    (found) => columns(found.map(({ id, status, title, url }) => [id, status, url ?? '', title]))
  );

/** `fleet-bot create`: creates a draft, and publishes it with `--publish`. */
export const create = async (options: ContentOptions) => {
  const content = (await contentOf(options)) as NewPublication;
  const { key, publish } = options;
  return onEachSite<Shown>(
    options,
    async ({ client: { publications } }, { keep }) => {
      const { id } = await publications.create(content, { key });
      keep({ id });
      return publish ? publications.publish(id) : { id };
    },
    showOne
  );
};

const change = async (
  name: string,
  options: ContentOptions,
  show: (one: Publication) => string[]
) => {
  const content = await contentOf(options);
  const { key, publish } = options;
  return onEachSite(
    options,
    async ({ client }) =>
      client.publications.update(await idOf(client, name), content, { key, publish }),
    show
  );
};

/** `fleet-bot update <id>`: changes the properties given as options. */
export const update = (name: string, options: ContentOptions) => change(name, options, showOne);

/** `fleet-bot schedule <id>`: sets or removes the times of publication. @throws UsageError without a time */
export const schedule = async (name: string, options: ContentOptions) => {
  if (options.publishAt === undefined && options.unpublishAt === undefined) {
    throw new UsageError('When? Give --publish-at or --unpublish-at: a time, or never.');
  }
  return change(name, options, ({ id, publishAt, unpublishAt }) => [
    `${id}  publish: ${publishAt ?? 'never'}  unpublish: ${unpublishAt ?? 'never'}`,
  ]);
};

/** Creates a command that processes each of the named publications. */
const withEach =
  <Result extends object>(
    work: (client: Client, id: string) => Promise<Result>,
    show: (one: Result) => string[]
  ) =>
  (names: string[], options: CommonOptions) =>
    onEachItem(
      names,
      options,
      async ({ client }, name) => work(client, await idOf(client, name)),
      show
    );

export const publish = withEach(({ publications }, id) => publications.publish(id), showOne);

export const unpublish = withEach(({ publications }, id) => publications.unpublish(id), showOne);

export const restore = withEach(({ publications }, id) => publications.restore(id), showOne);

/** `fleet-bot delete <id...>`: deletes publications with the media that nothing else uses. */
export const remove = withEach(
  ({ publications }, id) => publications.delete(id),
  ({ id, media }) => [
    `${id}  deleted, with ${media.deleted.length} media; ${media.kept.length} kept`,
  ]
);
