/** The bytes of an image in copied HTML; undefined if the browser does not provide them. */
type Picture = File | undefined;

const SOURCES = 'img[src^="data:image/"][src*=";base64,"], img[src^="file:"]';

const fileOf = (bytes: Uint8Array, kind: string, index: number): File =>
  new File([bytes as Uint8Array<ArrayBuffer>], `picture-${index + 1}.${kind}`, {
    type: `image/${kind}`,
  });

/** Decodes a `data:` URL. The panel's content security policy forbids fetching it. */
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

/** Matches an image in RTF 1.9 (`\pict`) of a type that browsers show, as hexadecimal digits. */
const IN_RTF =
  /\\(png|jpeg)blip(?:\\\w+-?\d*|\s)*(?:\{\\\*\\blipuid\s*[\da-f\s]+\})?([\da-f\s]+)\}/gi;

/** Extracts the images of RTF. Word's HTML has only paths of local files; its RTF has the bytes, in the same order. */
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
 * Replaces embedded and local images in copied HTML by placeholders, and returns their files.
 * @param mark returns the placeholder for the image with this index
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
  // If the numbers of images differ, it is unknown which bytes belong to which image.
  const known = found.length === ofComputer.length ? found : [];
  return shown.map((picture, index) => {
    picture.replaceWith(mark(index));
    return picture.src.startsWith('file:')
      ? known[ofComputer.indexOf(picture)]
      : fromData(picture.src, index);
  });
};
