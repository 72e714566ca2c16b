const POLYNOMIAL = 0x04c11db7;

const TABLE = Array.from({ length: 256 }, (_value, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  }
  return value >>> 0;
});

/** The check sum of an Ogg page, in which its own field is 0 (RFC 3533, section 6). */
export const oggCrc = (page: Buffer): number => {
  let value = 0;
  for (const byte of page) {
    value = (value << 8) ^ (TABLE[((value >>> 24) ^ byte) & 0xff] ?? 0);
  }
  return value >>> 0;
};
