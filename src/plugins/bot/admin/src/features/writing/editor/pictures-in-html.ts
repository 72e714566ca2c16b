/** A picture of copied HTML: its bytes, or undefined where the browser is not given them. */
type Picture = File | undefined;

const SOURCES = 'img[src^="data:image/"][src*=";base64,"], img[src^="file:"]';

const fileOf = (bytes: Uint8Array, kind: string, index: number): File =>
  new File([bytes as Uint8Array<ArrayBuffer>], `picture-${index + 1}.${kind}`, {
    type: `image/${kind}`,
  });

/** The panel's security policy lets nothing fetch such an address. */
const fromData = (address: string, index: number): Picture => {
  const [, kind = '', data = ''] = /^data:image\/([\w.-]+)[^,]*,(.*)$/s.exec(address) ?? [];
  try {
    const bytes = atob(decodeURIComponent(data));
    return fileOf(
      Uint8Array.from(bytes, (one) => one.charCodeAt(0)),
      kind,
      index
    );
  } catch {
    return undefined;
  }
};

/** A picture of RTF 1.9 (`\pict`) in a kind that browsers show, as hexadecimal digits. */
const IN_RTF =
  /\\(png|jpeg)blip(?:\\\w+-?\d*|\s)*(?:\{\\\*\\blipuid\s*[\da-f\s]+\})?([\da-f\s]+)\}/gi;

/** Word's HTML names files of the computer that it runs on; its RTF has the bytes, in the same order. */
const fromRtf = (rtf: string): Picture[] =>
  Array.from(rtf.matchAll(IN_RTF), ([, kind = '', digits = ''], index) => {
    const pairs = digits.replace(/\s/g, '').match(/../g) ?? [];
    return fileOf(
      Uint8Array.from(pairs, (pair) => parseInt(pair, 16)),
      kind.toLowerCase(),
      index
    );
  });

/**
 * Takes pictures whose bytes came with what was copied out of the HTML.
 * @param mark gives what stands for the picture of this index in place of it
 */
export const takePictures = (
  html: Document,
  rtf: string,
  mark: (index: number) => string
): Picture[] => {
  const shown = [...html.querySelectorAll<HTMLImageElement>(SOURCES)].filter(
    (picture) => picture.getAttribute('aria-roledescription') !== 'checkbox'
  );
  const ofComputer = shown.filter(({ src }) => src.startsWith('file:'));
  const found = ofComputer.length > 0 ? fromRtf(rtf) : [];
  // Otherwise nobody knows which is which.
  const known = found.length === ofComputer.length ? found : [];
  return shown.map((picture, index) => {
    picture.replaceWith(mark(index));
    return picture.src.startsWith('file:')
      ? known[ofComputer.indexOf(picture)]
      : fromData(picture.src, index);
  });
};
