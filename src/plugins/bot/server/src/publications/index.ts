/** What other rooms may use of publications. */
export { isLocalized } from './locales';
export { isBlank } from './slug/slug';
export { PUBLIC_VERSION, STATUS_ATTRIBUTE } from './status/columns';
