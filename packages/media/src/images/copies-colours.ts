import type { Metadata } from 'sharp';

/** How the colours of an image get into its copies. */
export interface CopiesColours {
  /** True to take the values as they are, whatever profile they belong to. */
  ignoreIcc: boolean;
  /** The profile that the copies then need. */
  attach?: Buffer;
}

/** A larger profile weighs more than a thumbnail. */
const MOST_ATTACHED = 4 * 1024;

const NAME = 'sRGB';
/** As version 4 of the format writes it, in UTF-16. */
const WIDE_NAME = Buffer.from(NAME, 'utf16le').swap16();

/** The profile that every browser assumes where there is none. */
const isUsual = (profile: Buffer): boolean => profile.includes(NAME) || profile.includes(WIDE_NAME);

/**
 * To compute the colours of all pixels anew costs as much as to decode them. It is not needed for
 * the usual profile; and a JPEG can carry another one, so that its copies have all the colours that
 * it has.
 */
export const copiesColours = ({ format, space, channels, icc }: Metadata): CopiesColours => {
  if (icc === undefined || space !== 'srgb' || channels < 3) {
    return { ignoreIcc: false };
  }
  if (isUsual(icc)) {
    return { ignoreIcc: true };
  }
  return format === 'jpeg' && icc.length <= MOST_ATTACHED
    ? { ignoreIcc: true, attach: icc }
    : { ignoreIcc: false };
};
