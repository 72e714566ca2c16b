import { bytesTellPlace, isKeptName } from '../film-tags';
import { cleanPictureInPlace } from '../embedded-picture';

import { boxesIn, freeBox, makeBox, SHORTEST_BOX, type Box } from './boxes';

/**
 * The tags of MP4, QuickTime and 3GP. They stand in `udta` and `meta`, which are small: each is
 * read whole and written anew, shorter than before, with a `free` box behind what is left.
 */

/** User data that is no text: what players, editors and streaming servers need. */
const KEPT_USER_DATA = new Set([
  'AllF',
  'LOOP',
  'SelO',
  'WLOC',
  'chpl', // chapters
  'hinf',
  'hnti',
  'kind',
  'ludt',
  'name',
  'ptv ',
  'tagc',
  'tsel',
]);

/**
 * Texts by their four letters: of QuickTime (with a copyright sign), 3GPP (TS 26.244) and iTunes.
 * https://exiftool.org/TagNames/QuickTime.html lists them all.
 */
const KEPT_TEXTS = new Set([
  ...[
    ...['ART', 'PRD', 'alb', 'arg', 'aut', 'cmt', 'com', 'con', 'cpy', 'day', 'des', 'dir'],
    ...['dis', 'ed1', 'enc', 'fmt', 'gen', 'grp', 'inf', 'key', 'lyr', 'nam', 'prd', 'prf'],
    ...['pub', 'req', 'src', 'too', 'trk', 'url', 'wrn', 'wrt'],
  ].map((name) => `\xa9${name}`),
  ...['albm', 'auth', 'clsf', 'cprt', 'dscp', 'gnre', 'kywd', 'perf', 'rtng', 'titl', 'yrrc'],
]);

/** Items of an iTunes list that are no text with a copyright sign. */
const KEPT_ITEMS = new Set([
  ...['aART', 'catg', 'covr', 'cpil', 'desc', 'disk', 'gnre', 'hdvd', 'keyw', 'ldes', 'pgap'],
  ...['rtng', 'sdes', 'sonm', 'stik', 'tmpo', 'trkn', 'tven', 'tves', 'tvnn', 'tvsh', 'tvsn'],
]);

/** What the handler of a `meta` box calls lists of tags: iTunes's, and Apple's with named keys. */
const LIST_OF_ITEMS = 'mdir';
const LIST_OF_KEYS = 'mdta';

const VERSION_BYTES = 4;
/** What stands in a `data` box before the value: its type and its locale. */
const DATA_HEADER_BYTES = 8;

const bytesOf = (parent: Buffer, { start, end }: Box): Buffer => parent.subarray(start, end);

const contentOf = (parent: Buffer, { content, end }: Box): Buffer => parent.subarray(content, end);

/** Brings bytes to a length with a `free` box, or with zeros where there is no room for one. */
const padTo = (length: number, bytes: Buffer): Buffer => {
  const room = length - bytes.length;
  return room < SHORTEST_BOX
    ? Buffer.concat([bytes], length)
    : Buffer.concat([bytes, freeBox(room)]);
};

/** The names of Apple's keys, in the order that the items refer to them, counted from 1. */
const readKeys = (content: Buffer): string[] => {
  const names: string[] = [];
  for (let at = VERSION_BYTES + 4; at + 8 <= content.length;) {
    const length = content.readUInt32BE(at);
    if (length < 8) {
      break;
    }
    names.push(content.toString('utf8', at + 8, at + length));
    at += length;
  }
  return names;
};

/** The value of an item with its picture freed of metadata, if it is one. */
const cleanItem = (item: Buffer): Buffer => {
  const parts = [item.subarray(0, SHORTEST_BOX)];
  for (const box of boxesIn(item, SHORTEST_BOX, item.length)) {
    const bytes = bytesOf(item, box);
    parts.push(
      box.type === 'data' && bytes.length > SHORTEST_BOX + DATA_HEADER_BYTES
        ? Buffer.concat([
            bytes.subarray(0, SHORTEST_BOX + DATA_HEADER_BYTES),
            cleanPictureInPlace(bytes.subarray(SHORTEST_BOX + DATA_HEADER_BYTES)),
          ])
        : bytes
    );
  }
  return Buffer.concat(parts);
};

const isKeptItem = (type: string, keys: string[] | undefined): boolean => {
  if (keys === undefined) {
    return KEPT_ITEMS.has(type) || KEPT_TEXTS.has(type);
  }
  const key = keys[Buffer.from(type, 'latin1').readUInt32BE(0) - 1];
  // For slow motion: how many pictures were taken in a second.
  return key !== undefined && (isKeptName(key) || key === 'com.android.capture.fps');
};

const keptItems = (list: Buffer, keys: string[] | undefined): Buffer => {
  const kept: Buffer[] = [];
  for (const box of boxesIn(list, 0, list.length)) {
    const item = bytesOf(list, box);
    if (box.type === 'covr') {
      kept.push(cleanItem(item));
    } else if (isKeptItem(box.type, keys) && !bytesTellPlace(item)) {
      kept.push(item);
    }
  }
  return Buffer.concat(kept);
};

/** QuickTime's `meta` is a plain atom, that of ISO/IEC 14496-12 (section 8.11) has a version. */
const contentStart = (meta: Buffer): number =>
  meta.toString('latin1', SHORTEST_BOX + 4, SHORTEST_BOX + 8) === 'hdlr'
    ? SHORTEST_BOX
    : SHORTEST_BOX + VERSION_BYTES;

const handlerOf = (handler: Buffer): string =>
  handler.toString('latin1', VERSION_BYTES + 4, VERSION_BYTES + 8);

/**
 * Makes a `meta` box without the tags that are not kept.
 * @returns undefined if nothing is left; else a box of the same length
 */
export const cleanMeta = (meta: Buffer): Buffer | undefined => {
  const from = contentStart(meta);
  const boxes = boxesIn(meta, from, meta.length);
  const find = (type: string) => boxes.find((box) => box.type === type);
  const [handler, list, keys] = [find('hdlr'), find('ilst'), find('keys')];
  const kind = handler && handlerOf(contentOf(meta, handler));
  if (handler === undefined || list === undefined) {
    return undefined;
  }
  if (kind !== LIST_OF_ITEMS && (kind !== LIST_OF_KEYS || keys === undefined)) {
    return undefined;
  }
  const names = kind === LIST_OF_KEYS && keys ? readKeys(contentOf(meta, keys)) : undefined;
  const items = keptItems(contentOf(meta, list), names);
  if (items.length === 0) {
    return undefined;
  }
  const parts = [
    meta.subarray(0, from),
    bytesOf(meta, handler),
    names !== undefined && keys !== undefined ? bytesOf(meta, keys) : Buffer.alloc(0),
    makeBox('ilst', items),
  ];
  return padTo(meta.length, Buffer.concat(parts));
};

const cleanUserDatum = (type: string, datum: Buffer): Buffer | undefined => {
  if (type === 'meta') {
    return cleanMeta(datum);
  }
  const isKept = KEPT_USER_DATA.has(type) || KEPT_TEXTS.has(type);
  return isKept && !bytesTellPlace(datum) ? datum : undefined;
};

/**
 * Makes a `udta` box without the tags that are not kept.
 * @returns undefined if nothing is left; else a box of the same length
 */
export const cleanUserData = (userData: Buffer): Buffer | undefined => {
  const kept: Buffer[] = [];
  for (const box of boxesIn(userData, SHORTEST_BOX, userData.length)) {
    const datum = cleanUserDatum(box.type, bytesOf(userData, box));
    if (datum !== undefined) {
      kept.push(datum);
    }
  }
  return kept.length === 0
    ? undefined
    : padTo(userData.length, Buffer.concat([userData.subarray(0, SHORTEST_BOX), ...kept]));
};
