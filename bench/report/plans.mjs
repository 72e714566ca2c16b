/** Lines of PostgreSQL that say nothing about which way a row was found. */
const CHATTER = /^\s*(Index Searches|Heap Fetches|Hits|Cache Mode|Cache Key|Sort Method):/;

/** On one line; the columns that are read play no part in a plan, and fill a screen. */
const inShort = (sql) =>
  sql.replaceAll(/\s+/g, ' ').replaceAll(/(select) (?!\*)[^()]*? (from) /gi, '$1 ... $2 ');

/**
 * How a database finds each page, as Markdown.
 *
 * @param {{ name: string, sql: string, plan: string[] }[]} plans
 */
export const reportPlans = (plans) =>
  plans
    .map(({ name, sql, plan }) => {
      const lines = plan.filter((line) => !CHATTER.test(line));
      return `${name}:\n\n\`\`\`\n${inShort(sql)}\n\n${lines.join('\n')}\n\`\`\`\n`;
    })
    .join('\n');
