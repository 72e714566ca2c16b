/** Public functions of former addresses for other features. */
export { areSearchEnginesNotified, FORMER_ADDRESS_UID } from './former-addresses';
