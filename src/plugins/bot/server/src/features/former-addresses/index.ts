/** Public functions of former addresses for other features. */
export { areTold, FORMER_ADDRESS_UID } from './former-addresses';
