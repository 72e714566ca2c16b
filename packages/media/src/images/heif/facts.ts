import type { HeifItems } from './items';

/** What the main picture of a HEIF file says of itself. */
export interface HeifFacts {
  /** How it is compressed, in four letters: `av01`, `hvc1`, `jpeg` ... */
  codec: string;
  /** As seen. */
  width: number;
  height: number;
  /** True if none of its bytes lies beyond the end of the file. */
  isWhole: boolean;
  /** The colour profile as it stands in the file: an ICC profile. */
  profile?: Buffer;
  /** The primaries of its colours by ITU-T H.273, if no ICC profile says them. */
  primaries?: number;
}

/** Of a picture that is made of others: those. */
const partsOf = ({ references }: HeifItems, id: number): number[] =>
  references.filter(({ type, from }) => type === 'dimg' && from === id).flatMap(({ to }) => to);

const codecOf = (heif: HeifItems, id: number, depth = 0): string => {
  const type = heif.items.get(id)?.type ?? '';
  const [part] = partsOf(heif, id);
  const isDerived = type === 'grid' || type === 'iovl' || type === 'iden' || type === 'tmap';
  return isDerived && part !== undefined && depth < 4 ? codecOf(heif, part, depth + 1) : type;
};

/** @returns undefined if the file has no picture, but frames of a film at most */
export const factsOf = (file: Buffer, heif: HeifItems): HeifFacts | undefined => {
  const { primary, items } = heif;
  if (!items.has(primary)) {
    return undefined;
  }
  const properties = heif.propertiesOf(primary);
  const size = properties.find(({ type, content, end }) => type === 'ispe' && end - content >= 12);
  const colours = properties.filter(({ type }) => type === 'colr');
  const kindOf = ({ content }: { content: number }) =>
    file.toString('latin1', content, content + 4);
  const profile = colours.find((box) => ['prof', 'rICC'].includes(kindOf(box)));
  const nclx = colours.find((box) => kindOf(box) === 'nclx' && box.end - box.content >= 6);
  const wanted = [primary, ...partsOf(heif, primary)];
  const turns = properties.find(({ type, content, end }) => type === 'irot' && end > content);
  const isOnItsSide = turns !== undefined && file.readUInt8(turns.content) % 2 === 1;
  const stored =
    size === undefined ? [0, 0] : [0, 4].map((at) => file.readUInt32BE(size.content + 4 + at));
  const [width = 0, height = 0] = isOnItsSide ? stored.reverse() : stored;
  return {
    codec: codecOf(heif, primary),
    width,
    height,
    isWhole: wanted.every((id) =>
      (items.get(id)?.extents ?? []).every(({ end }) => end <= file.length)
    ),
    profile: profile && Buffer.from(file.subarray(profile.content + 4, profile.end)),
    primaries: nclx && file.readUInt16BE(nclx.content + 4),
  };
};
