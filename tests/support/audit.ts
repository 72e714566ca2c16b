import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Runs one SELECT and returns its rows. */
export type Select = <Row>(sql: string) => Promise<Row[]>;

interface StoredName {
  hash: string;
  ext: string;
}

export interface WorkRow {
  id: number;
  document_id: string;
  title: string;
  slug: string;
  published_at: unknown;
  bot_status: string;
}

export interface FileRow extends StoredName {
  id: number;
  document_id: string;
  name: string;
  formats: Record<string, StoredName> | string | null;
}

export interface LinkRow {
  file_id: number;
  related_id: number;
  order: number;
}

export interface RemovalRow {
  id: number;
  objects: StoredName[] | string;
  due_at: number | string | Date;
  attempts: number;
  failed_at: unknown;
  last_error: string | null;
}

/** An object of a file in the trash: its original name, and its name while quarantined. */
interface KeptObject {
  at: StoredName;
  aside: StoredName | null;
}

/** A row of the table of changes. */
export interface ChangeRow {
  kind: 'publication' | 'material';
  event: string;
  subject: string;
}

/** Content of a site's database and uploads folder. */
export interface State {
  works: WorkRow[];
  files: FileRow[];
  links: LinkRow[];
  removals: RemovalRow[];
  changes: ChangeRow[];
  /** Storage names, original and current, of files that can be restored. */
  trashed?: string[];
  /**
   * Number of idempotency keys whose request has not been answered. Expired claims are not counted: they remain if the
   * database was unreachable when the claim was to be released.
   */
  claims: number;
  /** Bytes by file name in the uploads folder. */
  objects: Map<string, number>;
}

/** A violated invariant: its kind, and its place. */
export interface Damage {
  kind: string;
  detail: string;
}

const nameOf = ({ hash, ext }: StoredName): string => hash + ext;

const parse = <Value>(value: Value | string): Value =>
  typeof value === 'string' ? (JSON.parse(value) as Value) : value;

/** Size of a file; undefined if it was deleted since its folder was read. */
const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size;
  } catch {
    return undefined;
  }
};

const readObjects = async (folder: string): Promise<Map<string, number>> => {
  const objects = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const size = await sizeOf(path.join(folder, name));
    if (size !== undefined) objects.set(name, size);
  }
  return objects;
};

interface ClaimRow {
  expires_at: Date | number | string;
}

/** Reads everything that the audit compares. The site must be idle. */
export const readState = async (select: Select, uploadsDir: string): Promise<State> => ({
  works: await select<WorkRow>(
    'SELECT id, document_id, title, slug, published_at, bot_status FROM works'
  ),
  files: await select<FileRow>('SELECT id, document_id, name, hash, ext, formats FROM files'),
  links: await select<LinkRow>(
    `SELECT file_id, related_id, "order" FROM files_related_mph WHERE related_type = 'api::work.work'`
  ),
  removals: await select<RemovalRow>(
    'SELECT id, objects, due_at, attempts, failed_at, last_error FROM bot_removals'
  ),
  changes: await select<ChangeRow>('SELECT kind, event, subject FROM bot_changes ORDER BY id'),
  trashed: (await select<{ kept: string }>('SELECT kept FROM bot_trashed_files')).flatMap(
    ({ kept }) =>
      parse<KeptObject[]>(kept).flatMap(({ at, aside: quarantined }) =>
        [at, quarantined ?? at].map(nameOf)
      )
  ),
  claims: (
    await select<ClaimRow>('SELECT expires_at FROM bot_idempotency_records WHERE answer IS NULL')
  ).filter(({ expires_at }) => new Date(expires_at).getTime() > Date.now()).length,
  objects: await readObjects(uploadsDir),
});

/** Storage names of a file and its formats. */
export const objectsOfFile = (file: FileRow): string[] =>
  [file, ...Object.values(parse(file.formats) ?? {})].map(nameOf);

/** Storage names of the objects that a removal deletes. */
export const objectsOfRemoval = ({ objects }: RemovalRow): string[] => parse(objects).map(nameOf);

const documentsOf = (works: WorkRow[]): Map<string, WorkRow[]> => {
  const documents = new Map<string, WorkRow[]>();
  for (const work of works) {
    documents.set(work.document_id, [...(documents.get(work.document_id) ?? []), work]);
  }
  return documents;
};

const damageOfDocuments = (works: WorkRow[]): Damage[] =>
  [...documentsOf(works)].flatMap(([id, rows]) => {
    const published = rows.filter((row) => row.published_at !== null);
    const drafts = rows.filter((row) => row.published_at === null);
    const expected = published.length > 0 ? 'published' : 'draft';
    return [
      ...(published.length > 1 ? [{ kind: 'two published rows', detail: id }] : []),
      ...(drafts.length !== 1
        ? [{ kind: 'not one draft row', detail: `${id}: ${drafts.length}` }]
        : []),
      ...(drafts.some((row) => row.bot_status !== expected) ||
      published.some((row) => row.bot_status !== 'public-version')
        ? [{ kind: 'wrong status', detail: `${id}: the status column is out of step` }]
        : []),
    ];
  });

const damageOfSlugs = (works: WorkRow[]): Damage[] => {
  const owners = new Map<string, Set<string>>();
  for (const { slug, document_id } of works) {
    owners.set(slug, (owners.get(slug) ?? new Set()).add(document_id));
  }
  return [...owners]
    .filter(([, documents]) => documents.size > 1)
    .map(([slug, documents]) => ({
      kind: 'slug used twice',
      detail: `${slug}: ${[...documents].join(' ')}`,
    }));
};

const damageOfLinks = ({ links, works, files }: State): Damage[] => {
  const workIds = new Set(works.map(({ id }) => id));
  const fileIds = new Set(files.map(({ id }) => id));
  return links
    .filter((link) => !workIds.has(link.related_id) || !fileIds.has(link.file_id))
    .map((link) => ({
      kind: 'dead media link',
      detail: `work row ${link.related_id} to file ${link.file_id}`,
    }));
};

const damageOfBytes = ({ files, removals, objects, trashed = [] }: State): Damage[] => {
  const owned = new Set(files.flatMap(objectsOfFile));
  const leaving = new Set(removals.flatMap(objectsOfRemoval));
  const kept = new Set(trashed);
  return [
    ...[...owned]
      .filter((name) => (objects.get(name) ?? 0) === 0)
      .map((detail) => ({ kind: 'row without bytes', detail })),
    ...[...objects.keys()]
      .filter(
        (name) => ![owned, leaving, kept].some((known) => known.has(name)) && name !== '.gitkeep'
      )
      .map((detail) => ({ kind: 'bytes without a row', detail })),
    ...[...owned]
      .filter((name) => leaving.has(name))
      .map((detail) => ({ kind: 'row and removal', detail })),
  ];
};

const isPublicEvent = (event: string): boolean => event === 'published' || event === 'unpublished';

/** Contradictions between the changes and the content, as a reader of all changes would see them. */
const damageOfChanges = ({ changes, works, files }: State): Damage[] => {
  const stories = new Map<string, string[]>();
  for (const { kind, event, subject } of changes) {
    const name = `${kind} ${subject}`;
    stories.set(name, [...(stories.get(name) ?? []), event]);
  }
  const documents = documentsOf(works);
  const there = new Set([
    ...[...documents.keys()].map((id) => `publication ${id}`),
    ...files.map((file) => `material ${file.document_id}`),
  ]);
  const unreported = [...there].filter((name) => !stories.has(name));
  const wrong = [...stories].flatMap(([name, story]): Damage[] => {
    // A deleted publication may have been restored since.
    const isRecorded = story.lastIndexOf('deleted') <= story.lastIndexOf('created');
    if (isRecorded !== there.has(name))
      return [{ kind: 'wrong change', detail: `${name}: ${story.join()}` }];
    const rows = documents.get(name.replace('publication ', '')) ?? [];
    const isPublic = rows.some((row) => row.published_at !== null);
    const ofThisLife = story.slice(story.lastIndexOf('deleted') + 1);
    return isPublic === (ofThisLife.filter(isPublicEvent).at(-1) === 'published') || !isRecorded
      ? []
      : [{ kind: 'wrong change', detail: `${name}, public ${isPublic}: ${story.join()}` }];
  });
  return [...unreported.map((detail) => ({ kind: 'unreported', detail })), ...wrong];
};

/** All violated invariants of a state. Independent of what was done to the site. */
export const damageOf = (state: State): Damage[] => [
  ...damageOfDocuments(state.works),
  ...damageOfSlugs(state.works),
  ...damageOfLinks(state),
  ...damageOfBytes(state),
  ...damageOfChanges(state),
];
