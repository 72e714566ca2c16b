import { createHash, randomBytes } from 'node:crypto';

import type { ChangeType, FeedItem } from '@fleet-bot/protocol';

import type { Fault } from './faults';

export interface FakeMaterial {
  id: string;
  name: string;
  filename: string;
  bytes: Buffer;
  received: string;
  type: 'image' | 'file';
  alternativeText: string | null;
  caption: string | null;
  createdAt: string;
}

export interface FakeVersion {
  title: string;
  body: string | null;
  media: string[];
}

export interface FakePublication extends FakeVersion {
  id: string;
  live: FakeVersion | null;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  externalId: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
  /** Position in the order of creation. */
  order: number;
  createdAt: string;
  updatedAt: string;
  /** Number of the version, incremented by each change. */
  version: number;
}

export const newId = () => randomBytes(12).toString('hex');
export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const now = () => new Date().toISOString();

/** Creates the content of the fake site, with the functions that change it. */
export const createLibrary = (is: (fault: Fault) => boolean) => {
  const publications = new Map<string, FakePublication>();
  const materials = new Map<string, FakeMaterial>();
  const uploads = new Map<string, { length: number; bytes: Buffer; filename: string }>();
  const deletedPublications = new Map<string, FakePublication>();
  const bytesThatStay = new Map<string, FakeMaterial>();
  const feed: FeedItem[] = [];

  const recordChange = (type: ChangeType, id: string, title: string) => {
    if (is('the feed leaves one out') && type === 'publication.updated') return;
    if (is('the feed tells of no material') && type.startsWith('material')) return;
    const shownTitle = is('the feed forgets titles') ? null : title;
    const by = { who: 'bot' as const, id: null, name: null };
    const data = {
      id,
      externalId: null,
      title: shownTitle,
      firstPublishedAt: null,
      by,
      requestId: null,
    };
    const item = { id: newId(), type, timestamp: now(), data };
    feed.push(item);
    if (is('the feed tells twice') && type === 'publication.published') feed.push(item);
  };

  const touch = (publication: FakePublication) => {
    publication.updatedAt = now();
    publication.version += 1;
  };

  const publish = (publication: FakePublication) => {
    const { title, body, media, live } = publication;
    const isSame = JSON.stringify(live) === JSON.stringify({ title, body, media });
    publication.publishAt = null;
    if (isSame && !is('publishing again is a new one')) return;
    publication.live = { title, body, media };
    publication.publishedAt = now();
    publication.firstPublishedAt ??= publication.publishedAt;
    touch(publication);
    recordChange('publication.published', publication.id, title);
  };

  const unpublish = (publication: FakePublication) => {
    publication.unpublishAt = null;
    if (publication.live === null) return;
    publication.live = null;
    publication.publishedAt = null;
    touch(publication);
    recordChange('publication.unpublished', publication.id, publication.title);
  };

  const uses = (material: string) =>
    [...publications.values()].filter(({ media, live }) =>
      [...media, ...(live?.media ?? [])].includes(material)
    );

  const removeMaterial = (id: string) => {
    const material = materials.get(id) as FakeMaterial;
    materials.delete(id);
    if (is('bytes stay')) bytesThatStay.set(id, material);
    recordChange('material.deleted', id, material.name);
  };

  return {
    publications,
    materials,
    uploads,
    deletedPublications,
    bytesThatStay,
    feed,
    recordChange,
    touch,
    publish,
    unpublish,
    uses,
    removeMaterial,

    /** Publishes and unpublishes publications whose time has come. */
    tick: () => {
      if (is('schedules are forgotten')) return;
      const ahead = is('schedules are early') ? 3_600_000 : 0;
      const isDue = (time: string | null) =>
        time !== null && Date.parse(time) <= Date.now() + ahead;
      for (const publication of publications.values()) {
        if (isDue(publication.publishAt)) publish(publication);
        else if (isDue(publication.unpublishAt)) unpublish(publication);
      }
    },

    remove: (publication: FakePublication) => {
      const { id, title, media } = publication;
      if (!is('deletes work twice')) publications.delete(id);
      deletedPublications.set(id, publication);
      recordChange('publication.deleted', id, title);
      const kept = is('media stay')
        ? media
        : is('shared media are deleted')
          ? []
          : media.filter((material) => uses(material).length > 0);
      const deleted = media.filter((material) => !kept.includes(material));
      deleted.filter((material) => materials.has(material)).forEach(removeMaterial);
      return { deleted, kept };
    },
  };
};

export type Library = ReturnType<typeof createLibrary>;
