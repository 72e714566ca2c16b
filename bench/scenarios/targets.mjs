/** The most that the adapter may take of the CPU time that Strapi's own routes take. */
export const HALF = 0.5;
export const THIRD = 1 / 3;
export const IMAGE = 0.28;
