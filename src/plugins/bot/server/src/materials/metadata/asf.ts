import type { ByteSource } from '../../bytes/byte-source';
import { addAll, type Patch } from '../../bytes/patch';

import { tellsPlace } from './film-tags';

/** Objects of ASF, the container of WMV, by the GUIDs of Microsoft's specification, as written. */
const HEADER = '3026b2758e66cf11a6d900aa0062ce6c';
const HEADER_EXTENSION = 'b503bf5f2ea9cf118ee300c00c205365';
const EXTENDED_CONTENT = '40a4d0d207e3d21197f000a0c95ea850';
const METADATA = 'eacbf8c5af5b77488467aa8c44fa4cca';
const METADATA_LIBRARY = '941c23449894d149a1411d134e457054';
/** Written in either order of bytes. */
const XMP = new Set(['cbcf7abea997e8429c71999491e3afac', 'be7acfcb97a942e89c71999491e3afac']);
const PADDING = '74d40618dfca0945a4ba9aabcb96aae8';

const OBJECT_HEADER_BYTES = 24;
const HEADER_BYTES = 30;
const EXTENSION_HEADER_BYTES = 46;
const OBJECTS = 10_000;
const READ_BYTES = 16 * 1024 * 1024;

/** Names of attributes; those of Windows Media that tell what a film is do not match. */
const PLACE_NAME = /gps|locat|geo|latitude|longitude|place|coordinate|xmp|exif/i;

interface AsfObject {
  guid: string;
  start: number;
  end: number;
}

const readObjects = async (source: ByteSource, from: number, to: number): Promise<AsfObject[]> => {
  const objects: AsfObject[] = [];
  let start = from;
  while (start + OBJECT_HEADER_BYTES <= to && objects.length < OBJECTS) {
    const header = await source.read(start, OBJECT_HEADER_BYTES);
    if (header.length < OBJECT_HEADER_BYTES) {
      break;
    }
    const length = Number(header.readBigUInt64LE(16));
    const end = length < OBJECT_HEADER_BYTES ? to : Math.min(start + length, to);
    objects.push({ guid: header.toString('hex', 0, 16), start, end });
    start = end;
  }
  return objects;
};

const padding = ({ start, end }: AsfObject): Patch => {
  const bytes = Buffer.alloc(OBJECT_HEADER_BYTES);
  bytes.write(PADDING, 'hex');
  bytes.writeBigUInt64LE(BigInt(end - start), 16);
  return { offset: start, length: end - start, bytes };
};

/** True if these attributes, whose texts are in UTF-16, name or tell a place. */
const tellPlace = (attributes: Buffer): boolean => {
  const text = attributes.toString('latin1').replaceAll('\0', '');
  return PLACE_NAME.test(text) || tellsPlace(text);
};

const cleanObject = async (source: ByteSource, object: AsfObject): Promise<Patch[]> => {
  if (XMP.has(object.guid)) {
    return [padding(object)];
  }
  switch (object.guid) {
    case EXTENDED_CONTENT:
    case METADATA:
    case METADATA_LIBRARY: {
      const length = Math.min(object.end - object.start, READ_BYTES);
      return tellPlace(await source.read(object.start, length)) ? [padding(object)] : [];
    }
    case HEADER_EXTENSION:
      return cleanObjects(source, object.start + EXTENSION_HEADER_BYTES, object.end);
    default:
      return [];
  }
};

const cleanObjects = async (source: ByteSource, from: number, to: number): Promise<Patch[]> => {
  const patches: Patch[] = [];
  for (const object of await readObjects(source, from, to)) {
    addAll(patches, await cleanObject(source, object));
  }
  return patches;
};

/**
 * Finds what to overwrite in a film of Windows Media, so that it does not tell any more where it
 * was taken. What is removed becomes padding of the same length.
 */
export const asfPatches = async (source: ByteSource): Promise<Patch[]> => {
  const [header] = await readObjects(source, 0, source.size);
  return header?.guid === HEADER
    ? cleanObjects(source, header.start + HEADER_BYTES, header.end)
    : [];
};
