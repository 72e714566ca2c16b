/** What other features may use of former-addresses. */
export { areTold, FORMER_ADDRESS_UID } from './former-addresses';
