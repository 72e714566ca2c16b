import { extensions as extensionsOf, lookup } from 'mime-types';

import { isShownInSandbox } from '../inline-type';

import { REFUSED_KINDS, words } from './refused-kinds';

/**
 * What a browser, a server or an operating system runs, or shows as a page, by its extension alone.
 * Whatever a file is: it is not stored under one of these.
 */
const HARMFUL: ReadonlySet<string> = new Set([
  ...REFUSED_KINDS.flatMap(({ extensions }) => extensions),
  // Browsers
  ...words('.css .htc .htm .html .js .jsx .mathml .mjs .cjs .mml .shtm .shtml .stm .svg .svgz'),
  ...words('.xbl .xht .xhtml .xsl .xslt .xul'),
  // Servers
  ...words('.asa .asax .ascx .ashx .asmx .asp .aspx .cer .cfc .cfm .cgi .config .fcgi .inc'),
  ...words('.jsp .jspf .jspx .phar .php .phps .pht .php3 .php4 .php5 .php7 .php8 .phtml'),
  // Windows and macOS
  ...words('.bat .btm .cmd .command .gadget .msh .ps1 .ps1xml .psd1 .psm1 .pyc .pyw .tool .vb'),
  ...words('.vbs .workflow .ws .wsh'),
]);

/** An extension as storage takes it: at least one letter, which the end of a date has not. */
const EXTENSION = /^\.(?=\d*[a-z])\w{1,16}$/;

const isHarmless = (extension: string): boolean =>
  EXTENSION.test(extension) && !HARMFUL.has(extension);

/** Extensions of JPEG that the list of types does not have. */
const JPEG = /^\.(?:jfif|pjpeg|pjp)$/;

const typeNamedBy = (extension: string): string => {
  const named = JPEG.test(extension) ? 'image/jpeg' : lookup(extension);
  return named === false ? '' : named;
};

/** Documents of Office that are told from others of their kind by nothing but their names: templates, themes, macros. */
const OFFICE = /^application\/vnd\.(?:openxmlformats-officedocument|ms-\w+\.[\w.]+\.macroenabled)/;

const THEME = '.thmx';

/** The name of a file in two parts. */
export interface NameParts {
  base: string;
  /** The shown extension with its dot; empty if the name has none. */
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
 * Divides a name before its extension. An extension that is right for the type stays as it is written; another one that
 * is known gives way to that of the type. `Report 2.0` and `J. R. Smith` have none.
 * @param type what the bytes are
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

/** True for an extension that browsers take for XML, if they are not told otherwise. */
export const isXmlExtension = (extension: string): boolean =>
  /[/+]xml$/.test(typeNamedBy(extension));

/** Texts that have a type of their own, or that the list of types takes for something else. */
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

/** What a text becomes that cannot keep its extension. */
export const PLAIN_TEXT = { mime: 'text/plain', ext: '.txt' };

export const isTextExtension = (extension: string): boolean => TEXTS.has(extension);

/** The type that a text of this extension is stored and served as; undefined if it must not stay. */
export const textTypeOf = (extension: string): string | undefined => {
  const isKept = isHarmless(extension) && !isShownInSandbox(typeNamedBy(extension));
  return TEXTS.get(extension) ?? (isKept ? PLAIN_TEXT.mime : undefined);
};

/** Documents whose types are in no list, or in none of one meaning. */
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

/** Containers of many kinds of documents, which their names tell apart. */
const CONTAINERS = new Set([
  'application/gzip',
  'application/x-cfb',
  'application/x-sqlite3',
  'application/zip',
]);

/** Pictures of cameras, by maker and extension. */
const picturesOf = (...names: string[]): [extension: string, mime: string][] =>
  names.map((name) => [`.${name.slice(name.indexOf('-') + 1)}`, `image/x-${name}`]);

/** Raw pictures that are TIFF by their first bytes; what TIFF tells is a preview. */
const RAW = new Map(
  picturesOf(
    ...['hasselblad-3fr', 'sony-arw', 'canon-cr2', 'kodak-dcr', 'adobe-dng', 'epson-erf'],
    ...['hasselblad-fff', 'phaseone-iiq', 'kodak-kdc', 'mamiya-mef', 'leaf-mos', 'nikon-nef'],
    ...['nikon-nrw', 'olympus-orf', 'pentax-pef', 'leica-rwl', 'sony-sr2', 'samsung-srw']
  )
);

/** Types that bytes tell: what says them only by its name is none of these. */
const TOLD_BY_BYTES = /^(?:audio|font|image|text|video)\/|^application\/pdf$|[/+](?:json|xml)$/;

/**
 * The type of a file that is a container by its bytes, and something more by its name.
 * @param mime of the container
 * @param extension with its dot, in lower case
 * @returns undefined if the name says nothing that may be believed
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

/** True for an extension that bytes of no known kind keep: what they would be shown as, they are not. */
export const isKeptByBytes = (extension: string): boolean => {
  const named = typeNamedBy(extension);
  const isShown = isShownInSandbox(named) && !/^(?:audio|video)\//.test(named);
  return isHarmless(extension) && !isShown && !isXmlExtension(extension);
};

/** Documents and pictures whose extensions no list of types knows. */
const SERVED = new Map([
  ...[...DOCUMENTS, ...RAW],
  ...picturesOf('canon-cr3', 'fujifilm-raf', 'panasonic-rw2'),
  ['.jxl', 'image/jxl'],
]);

/**
 * The type that a file is served as by its extension, where that is not of a text.
 * @returns undefined where its bytes must be asked
 */
export const servedTypeOfExtension = (extension: string): string | undefined =>
  SERVED.get(extension);

/** True for an extension that says of bytes that are no text what they are. */
export const isToldByExtension = (extension: string): boolean =>
  !/^$|^text\/|[/+](?:json|xml)$/.test(typeNamedBy(extension)) && !isTextExtension(extension);
