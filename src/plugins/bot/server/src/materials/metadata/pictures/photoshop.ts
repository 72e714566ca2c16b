import type { ByteSource } from '../../../bytes/byte-source';
import type { Patch } from '../../../bytes/patch';

import { packetPatches } from './packets';

/** https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/ */
const HEADER_BYTES = 26;
const RESOURCE_SIGNATURES = new Set(['8BIM', 'PHUT', 'AgHg', 'DCSR', 'MeSa']);
const RESOURCES = 10_000;

/** Image resources that hold metadata: IPTC, URL, EXIF (twice), XMP, digest of the caption, URLs. */
const METADATA_RESOURCES = new Set([
  0x0404, 0x040b, 0x041b, 0x041e, 0x0422, 0x0423, 0x0424, 0x0425,
]);

/** The last number of those that plug-ins may give; programs skip what they do not know. */
const UNUSED_RESOURCE = 4999;

const even = (length: number): number => length + (length % 2);

const resourcePatches = async (source: ByteSource, from: number, to: number): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (let at = from, count = 0; at + 12 <= to && count < RESOURCES; count += 1) {
    const header = await source.read(at, 7);
    if (header.length < 7 || !RESOURCE_SIGNATURES.has(header.toString('latin1', 0, 4))) {
      break;
    }
    // A name of up to 255 letters with its length before it, to an even number of bytes.
    const nameBytes = even(1 + (header[6] ?? 0));
    const sizeAt = at + 6 + nameBytes;
    const size = await source.read(sizeAt, 4);
    if (size.length < 4) {
      break;
    }
    const end = Math.min(sizeAt + 4 + even(size.readUInt32BE(0)), to);
    if (METADATA_RESOURCES.has(header.readUInt16BE(4))) {
      const number = Buffer.alloc(2);
      number.writeUInt16BE(UNUSED_RESOURCE);
      patches.push(
        { offset: at + 4, length: number.length, bytes: number },
        { offset: sizeAt + 4, length: end - sizeAt - 4 }
      );
    }
    at = end;
  }
  return patches;
};

/**
 * Finds what to overwrite in a Photoshop file, so that it does not tell any more where a picture
 * was taken: EXIF, XMP and IPTC of the whole, and those of pictures in its layers.
 */
export const photoshopPatches = async (source: ByteSource): Promise<Patch[]> => {
  const lengthAt = async (offset: number): Promise<number> => {
    const bytes = await source.read(offset, 4);
    return bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  };
  const resourcesAt = HEADER_BYTES + 4 + (await lengthAt(HEADER_BYTES));
  const start = resourcesAt + 4;
  const end = Math.min(start + (await lengthAt(resourcesAt)), source.size);
  return [...(await resourcePatches(source, start, end)), ...(await packetPatches(source, end))];
};
