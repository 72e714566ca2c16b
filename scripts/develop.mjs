/** `npm run develop`: runs the site and restarts it on changes, also of the bot plugin. */
import { endWith, npm, run } from './terminal.mjs';

const STRAPI = 'node_modules/@strapi/strapi/bin/strapi.js';
Promise.race([
  npm('Watching the plugin', 'run', '--silent', 'watch', '--workspace', 'src/plugins/bot'),
  run('The site', process.execPath, [STRAPI, 'develop']),
]).then(() => process.exit(), endWith);
