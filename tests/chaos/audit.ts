import { readdir } from 'node:fs/promises';

import { damageOf, objectsOfFile, type Damage, type State } from '../support/audit';
import type { SendWithRetries } from './send-with-retries';
import type { ChaosSite, Store } from './chaos-site';
import type { Ledger, AnsweredPublication } from './ledger';
import { damageOfHistories, damageOfSharedMaterials, type SharedWorks } from './shared-works';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

const count = <Element>(elements: Element[], test: (element: Element) => boolean): number =>
  elements.filter(test).length;

/** Differences between the stored publications and the answers that bots got. */
export const damageOfPublications = (
  { publications, shared }: Ledger,
  { works, links, files }: State
): Damage[] => {
  const documentIds = new Map(files.map(({ id, document_id }) => [id, document_id]));
  const mediaOf = (row: number): (string | undefined)[] =>
    links
      .filter(({ related_id }) => related_id === row)
      .sort((one, other) => one.order - other.order)
      .map(({ file_id }) => documentIds.get(file_id));

  const check = ({ id, title, media, isPublished, isDeleted }: AnsweredPublication): Damage[] => {
    const rows = works.filter((work) => work.document_id === id);
    if (isDeleted)
      return rows.length > 0 ? [{ kind: 'deleted publication is back', detail: id }] : [];
    if (rows.length === 0) return [{ kind: 'lost publication', detail: `${id} ${title}` }];
    const isPublic = rows.some((row) => row.published_at !== null);
    const expected = media.map((material) => material.id).join(' ');
    return [
      ...(isPublic !== isPublished
        ? [{ kind: 'wrong status', detail: `${id} public: ${isPublic}` }]
        : []),
      ...rows
        .filter((row) => row.title !== title || mediaOf(row.id).join(' ') !== expected)
        .map((row) => ({
          kind: 'wrong content',
          detail: `${id} ${row.title}: ${mediaOf(row.id).join(' ')}`,
        })),
    ];
  };
  const answeredIds = new Set([...publications.map(({ id }) => id), ...shared.keys()]);
  return [
    ...publications.flatMap(check),
    ...works
      .filter((work) => !answeredIds.has(work.document_id))
      .map((work) => ({
        kind: 'effect done twice',
        detail: `work ${work.document_id} ${work.title}`,
      })),
  ];
};

/** Differences between the stored materials and the answers that bots got. */
export const damageOfMaterials = ({ materials, shared }: Ledger, { files }: State): Damage[] => {
  const answeredIds = new Set([...materials.map(({ id }) => id), ...shared.keys()]);
  return [
    ...materials.flatMap(({ id, name, isDeleted }) => {
      const rows = count(files, (file) => file.document_id === id);
      if (isDeleted)
        return rows > 0 ? [{ kind: 'deleted material is there', detail: `${id} ${name}` }] : [];
      return rows === 1 ? [] : [{ kind: 'lost material', detail: `${id} ${name}: ${rows} rows` }];
    }),
    ...files
      .filter((file) => !answeredIds.has(file.document_id))
      .map((file) => ({
        kind: 'effect done twice',
        detail: `file ${file.document_id} ${file.name}`,
      })),
  ];
};

/** Materials whose stored bytes differ from the sent ones, or are incomplete. */
const damageOfContent = async (
  { materials, shared }: Ledger,
  { files }: State,
  store: Store
): Promise<Damage[]> => {
  const sent = new Map([...shared, ...materials.map(({ id, content }) => [id, content] as const)]);
  const isWhole = async (name: string, content: Buffer | undefined): Promise<boolean> => {
    const bytes = await store.read(name);
    return content === undefined ? bytes.subarray(-2).equals(END_OF_JPEG) : bytes.equals(content);
  };
  const damage: Damage[] = [];
  for (const file of files) {
    for (const name of objectsOfFile(file)) {
      if (!(await isWhole(name, sent.get(file.document_id)))) {
        damage.push({ kind: 'broken bytes', detail: name });
      }
    }
  }
  return damage;
};

/** Compares database and storage with the answers that bots got. No server may be running. */
export const auditAtRest = (
  ledger: Ledger,
  shared: SharedWorks,
  site: ChaosSite
): Promise<Damage[]> =>
  site.withStore(async (store) => {
    const state = await store.readState();
    const integrity = await store.integrity();
    return [
      ...(integrity === 'ok' ? [] : [{ kind: 'broken database', detail: integrity }]),
      ...(state.claims > 0 ? [{ kind: 'claim left', detail: String(state.claims) }] : []),
      ...damageOf(state),
      ...damageOfPublications(ledger, state),
      ...damageOfMaterials(ledger, state),
      ...damageOfHistories(shared, state),
      ...damageOfSharedMaterials(shared, state),
      ...(await damageOfContent(ledger, state, store)),
    ];
  });

const expectStatus = async (
  request: SendWithRetries,
  address: string,
  expected: number,
  kind: string
): Promise<Damage[]> => {
  const { status } = await request({ method: 'GET', path: address });
  return status === expected
    ? []
    : [{ kind, detail: `GET ${address}: ${status}, not ${expected}` }];
};

/** Requests every publication that a bot was told of, and its public page, from the running site. */
export const auditPublicationsOverHttp = async (
  { publications }: Ledger,
  request: SendWithRetries
): Promise<Damage[]> => {
  const damage: Damage[] = [];
  for (const { id, url, isPublished, isDeleted } of publications) {
    const address = `/api/bot/publications/${id}`;
    damage.push(
      ...(await expectStatus(request, address, isDeleted ? 404 : 200, 'lost publication'))
    );
    if (url !== undefined) {
      const expected = isPublished && !isDeleted ? 200 : 410;
      damage.push(
        ...(await expectStatus(request, new URL(url).pathname, expected, 'wrong public page'))
      );
    }
  }
  return damage;
};

/** Requests everything that a bot was told of from the running site. */
export const auditOverHttp = async (
  ledger: Ledger,
  request: SendWithRetries,
  address: string
): Promise<Damage[]> => {
  const damage = await auditPublicationsOverHttp(ledger, request);
  for (const { url, isDeleted } of ledger.materials) {
    // Files in a bucket have another origin than the site.
    if (!isDeleted && new URL(url).origin === new URL(address).origin) {
      damage.push(...(await expectStatus(request, new URL(url).pathname, 200, 'lost material')));
    }
  }
  return damage;
};

/** Files left in the folder for temporary files. */
export const findTemporary = async (temporaryDir: string): Promise<Damage[]> => {
  const names = await readdir(temporaryDir, { recursive: true });
  // Ignores the site's own folder, which stays; its contents must not.
  return names
    .filter((name) => !/^bot-material-\w+$/.test(name))
    .map((detail) => ({ kind: 'temp file left', detail }));
};
