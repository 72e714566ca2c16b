import { extensions as extensionsOf, lookup } from 'mime-types';

import { isShownInSandbox } from '../inline-type';

import { REFUSED_KINDS, words } from './refused-kinds';

/**
 * Extensions by which a browser, a server or an operating system runs a file or shows it as a page. No file is stored
 * under these extensions.
 */
const HARMFUL: ReadonlySet<string> = new Set([
  ...REFUSED_KINDS.flatMap(({ extensions }) => extensions),
  // Extensions that browsers run or show as pages
  ...words('.css .htc .htm .html .js .jsx .mathml .mjs .cjs .mml .shtm .shtml .stm .svg .svgz'),
  ...words('.xbl .xht .xhtml .xsl .xslt .xul'),
  // Extensions that web servers run
  ...words('.asa .asax .ascx .ashx .asmx .asp .aspx .cer .cfc .cfm .cgi .config .fcgi .inc'),
  ...words('.jsp .jspf .jspx .phar .php .phps .pht .php3 .php4 .php5 .php7 .php8 .phtml'),
  // Extensions that Windows and macOS run
  ...words('.bat .btm .cmd .command .gadget .msh .ps1 .ps1xml .psd1 .psm1 .pyc .pyw .tool .vb'),
  ...words('.vbs .workflow .ws .wsh'),
]);

/**
 * Matches extensions that storage accepts. At least one letter is required, because a dot and digits may be the end of
 * a date.
 */
const EXTENSION = /^\.(?=\d*[a-z])\w{1,16}$/;

const isHarmless = (extension: string): boolean =>
  EXTENSION.test(extension) && !HARMFUL.has(extension);

/** JPEG extensions that the package `mime-types` does not know. */
const JPEG = /^\.(?:jfif|pjpeg|pjp)$/;

const typeNamedBy = (extension: string): string => {
  const named = JPEG.test(extension) ? 'image/jpeg' : lookup(extension);
  return named === false ? '' : named;
};

/**
 * Matches media types of Office documents. Only the file name shows whether such a file is a template, a theme, or a
 * document with macros.
 */
const OFFICE = /^application\/vnd\.(?:openxmlformats-officedocument|ms-\w+\.[\w.]+\.macroenabled)/;

const THEME = '.thmx';

/** A file name, split into base and extension. */
export interface NameParts {
  base: string;
  /** The displayed extension with its dot; empty if the name has none. */
  extension: string;
}

const UNKNOWN_TYPE = 'application/octet-stream';

const isRight = (extension: string, { mime, ext }: { mime: string; ext: string }): boolean =>
  extension === ext ||
  (isHarmless(extension) &&
    [mime, typeNamedBy(ext)].some(
      (type) =>
        type !== '' &&
        type !== UNKNOWN_TYPE &&
        (type === typeNamedBy(extension) || extensionsOf[type]?.includes(extension.slice(1)))
    ));

/**
 * Splits a file name before its extension. An extension that fits the type keeps its spelling; another known extension
 * is replaced by that of the type. `Report 2.0` and `J. R. Smith` have no extension.
 * @param type type of the file, detected from its bytes
 */
export const partsOfName = (name: string, type: { mime: string; ext: string }): NameParts => {
  const trimmed = name.trimEnd();
  const end = trimmed.lastIndexOf('.');
  const [base, written] = [trimmed.slice(0, end), trimmed.slice(end)];
  if (end === -1 || !/[^.\s]/.test(base) || !/^\.\w{1,17}$/.test(written)) {
    return { base: name, extension: '' };
  }
  const extension = written.toLowerCase();
  if (isRight(extension, type)) {
    return { base, extension: written };
  }
  const isKnown = typeNamedBy(extension) !== '' || HARMFUL.has(extension);
  return isKnown ? { base, extension: type.ext } : { base: name, extension: '' };
};

/** Whether browsers treat files with this extension as XML if no other type is declared. */
export const isXmlExtension = (extension: string): boolean =>
  /[/+]xml$/.test(typeNamedBy(extension));

/**
 * Media types of text formats, keyed by extension: formats with their own media type, and formats for which
 * `mime-types` has another type.
 */
const TEXTS = new Map([
  ...words('.csv .geojson .ics .json .markdown .md .srt .toml .tsv .txt .vtt').map(
    (extension): [string, string] => [extension, typeNamedBy(extension)]
  ),
  ['.ipynb', 'application/x-ipynb+json'],
  ['.jsonl', 'application/x-ndjson'],
  ['.m3u', 'text/plain'],
  ['.ndjson', 'application/x-ndjson'],
  ['.sql', 'application/sql'],
  ['.topojson', 'application/json'],
  ['.vcf', 'text/vcard'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml'],
]);

/** Type and extension for a text that cannot keep its own extension. */
export const PLAIN_TEXT = { mime: 'text/plain', ext: '.txt' };

/** Whether a text with this extension (lower case, with its dot) has its own media type. */
export const isTextExtension = (extension: string): boolean => TEXTS.has(extension);

/** The media type for storing and serving a text with this extension; undefined if the extension must change. */
export const textTypeOf = (extension: string): string | undefined => {
  const isKept = isHarmless(extension) && !isShownInSandbox(typeNamedBy(extension));
  return TEXTS.get(extension) ?? (isKept ? PLAIN_TEXT.mime : undefined);
};

/**
 * Media types of document formats, keyed by extension. The package `mime-types` has another type or none for these
 * extensions.
 */
const DOCUMENTS = new Map(
  Object.entries({
    '.cbz': 'application/vnd.comicbook+zip',
    '.db': 'application/x-sqlite3',
    '.gpkg': 'application/geopackage+sqlite3',
    '.hwp': 'application/x-hwp',
    '.idml': 'application/vnd.adobe.indesign-idml-package',
    '.kra': 'application/x-krita',
    '.mbtiles': 'application/x-sqlite3',
    '.mpp': 'application/vnd.ms-project',
    '.mscz': 'application/x-musescore',
    '.one': 'application/onenote',
    '.pub': 'application/vnd.ms-publisher',
    '.sb3': 'application/x.scratch.sb3',
    '.sketch': 'application/x-sketch',
    '.tgz': 'application/gzip',
    '.xmind': 'application/vnd.xmind.workbook',
  })
);

/** Media types of containers that are used by many document formats. Only the file name distinguishes the format. */
const CONTAINERS = new Set([
  'application/gzip',
  'application/x-cfb',
  'application/x-sqlite3',
  'application/zip',
]);

/** Extensions and media types of camera pictures: the name `sony-arw` becomes `.arw` and `image/x-sony-arw`. */
const picturesOf = (...names: string[]): [extension: string, mime: string][] =>
  names.map((name) => [`.${name.slice(name.indexOf('-') + 1)}`, `image/x-${name}`]);

/**
 * Media types of raw camera pictures that look like TIFF by their first bytes, keyed by extension. The TIFF part is
 * only a preview.
 */
const RAW = new Map(
  picturesOf(
    ...['hasselblad-3fr', 'sony-arw', 'canon-cr2', 'kodak-dcr', 'adobe-dng', 'epson-erf'],
    ...['hasselblad-fff', 'phaseone-iiq', 'kodak-kdc', 'mamiya-mef', 'leaf-mos', 'nikon-nef'],
    ...['nikon-nrw', 'olympus-orf', 'pentax-pef', 'leica-rwl', 'sony-sr2', 'samsung-srw']
  )
);

/** Media types that are detected from bytes. A file name alone never gives a file such a type. */
const TOLD_BY_BYTES = /^(?:audio|font|image|text|video)\/|^application\/pdf$|[/+](?:json|xml)$/;

/**
 * The type of a file that is a container by its bytes and a more specific format by its name.
 * @param mime media type of the container
 * @param extension extension with its dot, in lower case
 * @returns undefined if the name does not give a trustworthy type
 */
export const typeWithin = (mime: string, extension: string): string | undefined => {
  if (mime === 'image/tiff') {
    return RAW.get(extension);
  }
  if (mime.endsWith('/x-ms-asf')) {
    return /^\.wm[av]$/.test(extension) ? typeNamedBy(extension) : undefined;
  }
  if (OFFICE.test(mime)) {
    return OFFICE.test(typeNamedBy(extension)) || extension === THEME
      ? typeNamedBy(extension)
      : undefined;
  }
  if (!CONTAINERS.has(mime) || !isHarmless(extension)) {
    return undefined;
  }
  const named = DOCUMENTS.get(extension) ?? typeNamedBy(extension);
  return TOLD_BY_BYTES.test(named) || isTextExtension(extension) ? undefined : named || mime;
};

/** Whether a file of unknown type may keep this extension. False if browsers display files with this extension. */
export const isKeptByBytes = (extension: string): boolean => {
  const named = typeNamedBy(extension);
  const isShown = isShownInSandbox(named) && !/^(?:audio|video)\//.test(named);
  return isHarmless(extension) && !isShown && !isXmlExtension(extension);
};

/**
 * Media types for serving documents and pictures, keyed by extension. The package `mime-types` has another type or none
 * for these extensions.
 */
const SERVED = new Map([
  ...[...DOCUMENTS, ...RAW],
  ...picturesOf('canon-cr3', 'fujifilm-raf', 'panasonic-rw2'),
  ['.jxl', 'image/jxl'],
]);

/**
 * The media type for serving a file with this extension, if it is not a text.
 * @returns undefined if the bytes must be examined
 */
export const servedTypeOfExtension = (extension: string): string | undefined =>
  SERVED.get(extension);

/** Whether this extension alone determines the type of a file that is not a text. */
export const isTypeFixedByExtension = (extension: string): boolean =>
  !/^$|^text\/|[/+](?:json|xml)$/.test(typeNamedBy(extension)) && !isTextExtension(extension);
