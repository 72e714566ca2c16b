/** How a database finds each page, as Markdown. */
export const reportPlans = (plans) =>
  plans
    .map(({ name, sql, plan }) => `${name}\n\n\`\`\`\n${sql}\n\n${plan.join('\n')}\n\`\`\`\n`)
    .join('\n');
