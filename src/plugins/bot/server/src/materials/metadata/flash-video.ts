import type { ByteSource } from '../../bytes/byte-source';
import { write, type Patch } from '../../bytes/patch';

import { isKeptName, tellsPlace } from './film-tags';

/** Adobe's Video File Format Specification, version 10.1, annex E; values are AMF 0. */
const FILE_HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
const TAG_END_BYTES = 4;
const SCRIPT = 18;
const TAGS = 1_000_000;
const SCRIPT_BYTES = 16 * 1024 * 1024;
const DEPTH = 16;

const [NUMBER, BOOLEAN, TEXT, OBJECT, ARRAY, LIST, DATE, LONG_TEXT] = [0, 1, 2, 3, 8, 10, 11, 12];

/** Numbers and texts that name a place, or hold XMP; programs of all kinds add what they like. */
const PLACE_NAME = /gps|lat|lon|loc|geo|place|position|coord|altitude|xmp/i;

/** Texts that players need. */
const PLAYER_TEXTS = new Set(['videocodecid', 'audiocodecid', 'avcprofile', 'aacaot']);

const isKept = (name: string, text: string): boolean =>
  (isKeptName(name) || PLAYER_TEXTS.has(name.toLowerCase())) && !tellsPlace(text);

/** A script that ends too soon, or is none. */
class UnreadableScript extends Error {}

/** Blanks values in place; stands at what it reads next. */
class ScriptCleaner {
  at = 0;

  constructor(private readonly script: Buffer) {}

  /** @throws UnreadableScript if fewer bytes than these are left */
  private need(length: number): void {
    if (this.at + length > this.script.length) {
      throw new UnreadableScript();
    }
  }

  private readName(): string {
    this.need(2);
    const length = this.script.readUInt16BE(this.at);
    this.at += 2 + length;
    return this.script.toString('utf8', this.at - length, this.at);
  }

  private blankText(name: string, width: 2 | 4): void {
    this.need(width);
    const start = this.at + width;
    const end = start + this.script.readUIntBE(this.at, width);
    if (!isKept(name, this.script.toString('utf8', start, end))) {
      this.script.fill(' ', start, Math.min(end, this.script.length));
    }
    this.at = end;
  }

  private blankNumber(name: string, length: number): void {
    this.need(length);
    if (PLACE_NAME.test(name)) {
      this.script.fill(0, this.at, this.at + length);
    }
    this.at += length;
  }

  private members(depth: number): void {
    // An empty name ends them; the byte behind it is 9.
    for (let name = this.readName(); name !== ''; name = this.readName()) {
      this.value(name, depth);
    }
    this.at += 1;
  }

  private list(name: string, depth: number): void {
    this.need(4);
    const count = this.script.readUInt32BE(this.at);
    this.at += 4;
    for (let index = 0; index < count && this.at < this.script.length; index += 1) {
      this.value(name, depth);
    }
  }

  /** @throws UnreadableScript */
  value(name: string, depth = DEPTH): void {
    this.need(1);
    const type = this.script.readUInt8(this.at);
    this.at += 1;
    if (type === NUMBER) {
      this.blankNumber(name, 8);
    } else if (type === BOOLEAN) {
      this.at += 1;
    } else if (type === TEXT || type === LONG_TEXT) {
      this.blankText(name, type === TEXT ? 2 : 4);
    } else if (type === DATE) {
      this.at += 10;
    } else if (depth > 0 && (type === OBJECT || type === ARRAY)) {
      this.at += type === ARRAY ? 4 : 0;
      this.members(depth - 1);
    } else if (depth > 0 && type === LIST) {
      this.list(name, depth - 1);
    } else {
      throw new UnreadableScript();
    }
  }
}

const EVENT = 'title'; // the name of an event, as `onMetaData`, is kept like a title

const cleanScript = (script: Buffer): Buffer => {
  const cleaned = Buffer.from(script);
  const cleaner = new ScriptCleaner(cleaned);
  try {
    cleaner.value(EVENT);
    while (cleaner.at < cleaned.length) {
      cleaner.value('');
    }
  } catch (error) {
    if (!(error instanceof UnreadableScript)) {
      throw error;
    }
    // What cannot be read cannot be trusted either.
    cleaned.fill(0, Math.min(cleaner.at, cleaned.length));
  }
  return cleaned;
};

/**
 * Finds what to overwrite in a Flash video, so that it does not tell any more where it was taken:
 * texts in its script tags become spaces.
 */
export const flashVideoPatches = async (source: ByteSource): Promise<Patch[]> => {
  const patches: Patch[] = [];
  let at = FILE_HEADER_BYTES + TAG_END_BYTES;
  for (let count = 0; at < source.size && count < TAGS; count += 1) {
    const header = await source.read(at, TAG_HEADER_BYTES);
    if (header.length < TAG_HEADER_BYTES) {
      break;
    }
    const length = header.readUIntBE(1, 3);
    if ((header.readUInt8(0) & 0x1f) === SCRIPT) {
      const script = await source.read(at + TAG_HEADER_BYTES, Math.min(length, SCRIPT_BYTES));
      patches.push(write(at + TAG_HEADER_BYTES, cleanScript(script)));
    }
    at += TAG_HEADER_BYTES + length + TAG_END_BYTES;
  }
  return patches;
};
