import change from './features/changes/feed/controller';
import news from './features/unread-changes/controller';
import webhook from './features/webhooks/controller';
import fallback from './core/http/fallback';
import health from './core/http/health/controller';
import material from './features/materials/controller';
import materialLibrary from './features/materials/library/controller';
import overview from './features/overview/controller';
import resumable from './features/resumable/controller';
import publication from './features/publications/controller';
import work from './features/publications/panel/controller';
import preview from './features/preview/controller';
import trash from './features/trash/controller';
import removal from './features/removals/controller';
import schedule from './features/schedule/controller';
import version from './features/versions/controller';

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
