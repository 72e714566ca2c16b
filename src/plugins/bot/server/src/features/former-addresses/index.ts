/** What other features may use of former-addresses. */
export { areTold } from './former-addresses';
