import type { Feature } from '../../core/feature';

/** Feature that stores bodies as Strapi blocks, while the bot reads and writes Markdown. */
const blocks: Feature = { name: 'blocks', isRequired: true };

export default blocks;
