/** Public interface of the `former-addresses` feature for other features. */
export { areSearchEnginesNotified, FORMER_ADDRESS_UID } from './former-addresses';
