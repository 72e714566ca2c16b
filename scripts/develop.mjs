/** `npm run develop`: the site that restarts on changes, of the bot plugin's sources too. */
import { npm, run } from './program.mjs';

await Promise.race([
  npm('Watching the plugin', 'run', '--silent', 'watch', '--workspace', 'src/plugins/bot'),
  run('The site', process.execPath, ['node_modules/@strapi/strapi/bin/strapi.js', 'develop']),
]);
process.exit();
