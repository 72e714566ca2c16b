import { assemble } from './core/assembly/assemble';
import { FEATURES } from './features';

/** The server part of the plugin, as Strapi loads it. */
export default assemble(FEATURES);
