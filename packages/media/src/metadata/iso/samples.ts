import type { ByteSource } from '../../bytes/received-bytes';
import type { Range } from '../../bytes/ranges';

import { childrenOf, readContent, type Box } from './boxes';

/** A table of a track of telemetry; one that claims more is not believed. */
const TABLE_BYTES = 16 * 1024 * 1024;

/** Numbers behind the version and the count of a table, `width` bytes each. */
const readNumbers = (table: Buffer, from: number, width: 4 | 8): number[] => {
  const numbers: number[] = [];
  for (let at = from; at + width <= table.length; at += width) {
    numbers.push(width === 8 ? Number(table.readBigUInt64BE(at)) : table.readUInt32BE(at));
  }
  return numbers;
};

/** The bytes of so many samples from one on (ISO/IEC 14496-12, section 8.7.3). */
const lengthReader = (table: Buffer): ((from: number, count: number) => number) => {
  const same = table.length >= 8 ? table.readUInt32BE(4) : 0;
  const sizes = same === 0 ? readNumbers(table, 12, 4) : [];
  return (from, count) =>
    same === 0
      ? sizes.slice(from, from + count).reduce((sum, size) => sum + size, 0)
      : same * count;
};

/** How many samples each chunk has (section 8.7.4): runs of chunks that have the same. */
const countReader = (table: Buffer): ((chunk: number) => number) => {
  const runs: { first: number; samples: number }[] = [];
  for (let at = 8; at + 12 <= table.length; at += 12) {
    runs.push({ first: table.readUInt32BE(at) - 1, samples: table.readUInt32BE(at + 4) });
  }
  let run = 0;
  return (chunk) => {
    while ((runs[run + 1]?.first ?? Infinity) <= chunk) {
      run += 1;
    }
    return runs[run]?.samples ?? 1;
  };
};

/** The chunks of a track by its sample table (`stbl`), in the order of the film. */
export const chunksOf = async (source: ByteSource, sampleTable: Box): Promise<Range[]> => {
  const boxes = await childrenOf(source, sampleTable);
  const find = (type: string) => boxes.find((box) => box.type === type);
  const readTable = (box: Box | undefined) => readContent(source, box, TABLE_BYTES);
  const lengthOf = lengthReader(await readTable(find('stsz')));
  const countOf = countReader(await readTable(find('stsc')));
  const short = find('stco');
  const table = await readTable(short ?? find('co64'));
  const offsets = readNumbers(table, 8, short === undefined ? 8 : 4);

  let sample = 0;
  return offsets.map((start, chunk) => {
    const count = countOf(chunk);
    const length = lengthOf(sample, count);
    sample += count;
    return { start, end: start + length };
  });
};
