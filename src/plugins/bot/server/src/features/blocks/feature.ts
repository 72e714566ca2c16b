import type { Feature } from '../../core/feature';

/** Bodies in Strapi's blocks, which are Markdown to the bot. */
const blocks: Feature = { name: 'blocks', isRequired: true };

export default blocks;
