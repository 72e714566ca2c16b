import fallback from './http/fallback';
import health from './http/health/controller';
import material from './materials/controller';
import materialLibrary from './materials/library/controller';
import publication from './publications/controller';
import removal from './removals/controller';

export default { fallback, health, material, materialLibrary, publication, removal };
