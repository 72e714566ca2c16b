import { assemble } from './core/assembly/assemble';
import { FEATURES } from './features';

/** The server's half of the plugin, as Strapi loads it. */
export default assemble(FEATURES);
