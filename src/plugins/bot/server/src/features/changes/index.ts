/** What other rooms may use of changes. */
export { findEditorsWord } from './editors-word';
export { getChangeFeedService } from './feed/feed';
export { toItem, type ChangeRow } from './rows';
export { getWebhookOverviewService } from '../webhooks/overview';
export { getChangeSequenceService } from './feed/sequence';
export { granted, pauseAfter } from '../webhooks/schedule';
export { createWebhookStates } from '../webhooks/cursor';
export { getChangeRecorderService, type NewChange } from './recorder';
