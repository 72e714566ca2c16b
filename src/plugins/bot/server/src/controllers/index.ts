import fallback from './fallback';
import health from './health';
import material from './material';
import publication from './publication';
import removal from './removal';

export default { fallback, health, material, publication, removal };
