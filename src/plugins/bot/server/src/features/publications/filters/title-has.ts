/**
 * Says in SQL that a title has a text in it, in whatever case.
 * @returns what knex's `whereRaw` takes
 */
export const titleHas = (text: string, column = 'title'): [sql: string, values: string[]] => {
  const part = text.toLowerCase().replace(/[!%_]/g, '!$&');
  return [`LOWER(??) LIKE ? ESCAPE '!'`, [column, `%${part}%`]];
};
