import type { Feature } from '../../core/feature';

/** Feature that stores bodies as Strapi blocks, while the bot reads and writes Markdown. */
export default { name: 'blocks', isRequired: true } satisfies Feature;
