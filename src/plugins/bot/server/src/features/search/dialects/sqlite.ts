import type { SearchQuery, Dialect } from './dialect';

const COLUMNS: Record<SearchQuery['where'], string> = {
  shown: '{title topics text}',
  title: 'title',
  endings: 'endings',
};

const toMatch = ({ terms, isPublic, where }: SearchQuery): string => {
  const all = terms.map(({ term, isBeginning }) => `"${term}"${isBeginning ? '*' : ''}`);
  return `${COLUMNS[where]} : (${all.join(' AND ')})${isPublic ? ' AND state : public' : ''}`;
};

/** An FTS5 table that stores no copy of the texts. A term is one FTS5 token, no matter which characters it has. */
export const sqlite: Dialect = {
  id: 'rowid',
  create: [
    `CREATE VIRTUAL TABLE IF NOT EXISTS :own: USING fts5(title, topics, text, endings, state, content='',
     contentless_delete=1, tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'", prefix='2 3')`,
  ],
  toRow: ({ id, isPublic, title, topics, text, endings }) => ({
    rowid: id,
    title: title.join(' '),
    topics: topics.join(' '),
    text: text.join(' '),
    endings: endings.join(' '),
    state: isPublic ? 'public' : 'draft',
  }),
  toCondition: (requested) => [`bot_search_index MATCH ?`, [toMatch(requested)]],
  toOrder: () => ['bm25(bot_search_index, 10, 5, 1, 0, 0)', []],
};
