/** Public exports of the feature `changes`, for use by other features. */
export { changesPruned, changesRecorded, readersOfChanges } from './events';
export { getChangeFeedService } from './feed/feed';
export { getChangeSequenceService } from './feed/sequence';
export { readableChanges } from './readable';
export { createReaderCursors } from './readers/cursor';
export { clampRetryAfter, pauseAfter } from './readers/retries';
export { createReaderWorker, type Reader } from './readers/worker';
export { getNewestChangeService } from './newest';
export { getChangeRecorderService, type NewChange } from './recorder';
export { changeSettings } from './settings';
export { changesFrom, findEditorChange, OF_PUBLICATION, toItem, type ChangeRow } from './rows';
