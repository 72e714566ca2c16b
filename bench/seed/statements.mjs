/** Creation date of the first work: 1 January 2024. A work was created every 20 seconds. */
const START = 1_704_067_200_000;
const STEP = 20_000;
/** Interval between works that have a file: every fifth work. */
const WITH_MEDIA = 5;
/** Interval between works with the same title: every tenth work. */
const SAME_TITLE = 10;
const BODY = 'The night train left the harbour before anybody had found a light. '.repeat(5).trim();

/** Number of days before now over which the changes are spread. None of the changes has expired from the feed. */
const DAYS = 80;
const DAY = 86_400_000;

/** Title that very many works share. */
export const FREQUENT_TITLE = 'The same title again';

/** Interval between works that an editor created: every 25th work. */
const BY_EDITORS = 25;
/**
 * Number of works with a rare property, spread evenly over each store. Large enough for a full page of a list in a
 * store of any size.
 */
const FEW = 40;
const isOfFew = (number, works) => {
  const step = Math.ceil(works / FEW);
  return `${number} % ${step} = ${Math.floor(step / 2)}`;
};
/**
 * SQL conditions that select the works of each tag, keyed by the slug of the tag. In a store where every second work is
 * published, the tag `drafts` has only drafts.
 */
const tagsOf = (works) => ({
  often: 'draft.id % 20 IN (0, 15)',
  seldom: isOfFew('draft.id', works),
  drafts: 'draft.id % 10 = 0',
});

const draftColumns =
  'document_id, title, bot_title_key, slug, body, created_at, updated_at, created_by_id, bot_made_by';

/**
 * Statements that fill an empty database: works with a draft and perhaps a published row, as Strapi and the plugin
 * write them, and files of some works.
 *
 * Relies on row ids that start at 1: the draft of work `i` is row `i`.
 */
export const seedStatements = (
  { series, randomId, bigint, hex, date },
  { works, isPublished, changes }
) => {
  const created = date(`${START} + CAST(i AS ${bigint}) * ${STEP}`);
  const isFrequent = `i % ${SAME_TITLE} = 1`;
  const title = `CASE WHEN ${isFrequent} THEN '${FREQUENT_TITLE}'
    WHEN ${isOfFew('i', works)} THEN 'Seldom seen, number ' || i
    ELSE 'Work ' || i || ' of the night train' END`;
  const files = Math.floor(works / WITH_MEDIA);
  const hash = `'seed_' || i || '_' || ${randomId}`;
  const firstChange = Date.now() - DAYS * DAY;
  const happened = date(
    `${firstChange} + CAST(i AS ${bigint}) * ${DAYS * DAY} / ${Math.max(1, changes)}`
  );
  const tagStatements = Object.entries(tagsOf(works)).flatMap(([slug, isTagged]) => [
    `INSERT INTO tags (document_id, name, slug, created_at, updated_at)
     VALUES (${randomId}, '${slug}', '${slug}', ${date(START)}, ${date(START)})`,
    `INSERT INTO works_tags_lnk (work_id, tag_id, tag_ord, is_public)
     SELECT version.id, (SELECT id FROM tags WHERE slug = '${slug}'), 1, version.published_at IS NOT NULL
     FROM works draft JOIN works version ON version.document_id = draft.document_id
     WHERE draft.id <= ${works} AND ${isTagged}`,
  ]);
  return [
    `INSERT INTO admin_users (document_id, firstname, created_at, updated_at)
     VALUES (${randomId}, 'Edith', ${date(START)}, ${date(START)})`,

    `INSERT INTO works (${draftColumns}, bot_status)
     SELECT ${randomId},
       ${title}, ${hex(`lower(${title})`)},
       CASE WHEN i = 1 THEN 'the-same-title-again'
            WHEN ${isFrequent} THEN 'the-same-title-again-' || substr(${randomId}, 1, 6) || i
            ELSE 'work-' || i || '-of-the-night-train' END,
       '${BODY} ' || i, ${created}, ${created}, CASE WHEN i % ${BY_EDITORS} = 0 THEN 1 ELSE NULL END,
       CASE WHEN i % ${BY_EDITORS} = 0 THEN 'editor' ELSE 'bot' END,
       CASE WHEN ${isPublished} THEN 'published' ELSE 'draft' END
     FROM ${series(works)}`,

    `INSERT INTO works (${draftColumns}, published_at, bot_status)
     SELECT ${draftColumns}, updated_at, 'public-version'
     FROM works WHERE bot_status = 'published' ORDER BY id`,

    ...tagStatements,

    `INSERT INTO files (document_id, name, hash, ext, mime, size, url, provider, folder_path, type, created_at, updated_at)
     SELECT ${randomId}, 'paper-' || i || '.pdf', ${hash}, '.pdf', 'application/pdf', 100,
       '/uploads/seed_' || i || '.pdf', 'local', '/', 'file', ${created}, ${created}
     FROM ${series(files)}`,

    `INSERT INTO files_related_mph (file_id, related_id, related_type, field, "order")
     SELECT draft.id / ${WITH_MEDIA}, version.id, 'api::work.work', 'media', 1
     FROM works draft JOIN works version ON version.document_id = draft.document_id
     WHERE draft.id <= ${works} AND draft.id % ${WITH_MEDIA} = 0`,

    // First changes of all works come first, then the second changes, and so on.
    ...Array.from(
      { length: Math.ceil(changes / works) },
      (
        _,
        turn
      ) => `INSERT INTO bot_changes (document_id, number, kind, event, subject, title, who, happened_at)
     SELECT ${randomId}, i, 'publication', '${turn === 0 ? 'created' : 'updated'}',
       subject, title, 'bot', ${happened}
     FROM (SELECT id + ${turn * works} AS i, document_id AS subject, title FROM works
       WHERE id <= ${works}) AS draft
     WHERE i <= ${changes} ORDER BY i`
    ),
  ];
};
