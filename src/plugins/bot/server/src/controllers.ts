import change from './changes/feed/controller';
import news from './changes/news/controller';
import webhook from './changes/webhooks/controller';
import fallback from './http/fallback';
import health from './http/health/controller';
import material from './materials/controller';
import materialLibrary from './materials/library/controller';
import overview from './overview/controller';
import resumable from './materials/resumable/controller';
import publication from './publications/controller';
import work from './publications/panel/controller';
import preview from './publications/preview/controller';
import trash from './publications/trash/controller';
import removal from './removals/controller';
import schedule from './schedule/controller';
import version from './versions/controller';

export default {
  change,
  fallback,
  health,
  material,
  materialLibrary,
  overview,
  news,
  preview,
  publication,
  removal,
  resumable,
  schedule,
  trash,
  version,
  webhook,
  work,
};
