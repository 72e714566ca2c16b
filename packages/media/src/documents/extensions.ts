import { lookup } from 'mime-types';

import { isShownInSandbox } from '../inline-type';

import { REFUSED_KINDS } from './refused-kinds';

/**
 * What a browser, a server or an operating system runs, or shows as a page, by its extension alone.
 * Whatever a file is: it is not stored under one of these.
 */
const HARMFUL: ReadonlySet<string> = new Set([
  ...REFUSED_KINDS.flatMap(({ extensions }) => extensions),
  // Browsers
  ...['.css', '.htc', '.htm', '.html', '.js', '.jsx', '.mathml', '.mjs', '.cjs', '.mml', '.shtm'],
  ...['.shtml', '.stm', '.svg', '.svgz', '.xbl', '.xht', '.xhtml', '.xsl', '.xslt', '.xul'],
  // Servers
  ...['.asa', '.asax', '.ascx', '.ashx', '.asmx', '.asp', '.aspx', '.cer', '.cfc', '.cfm', '.cgi'],
  ...['.config', '.fcgi', '.inc', '.jsp', '.jspf', '.jspx', '.phar', '.php', '.phps', '.pht'],
  ...['.php3', '.php4', '.php5', '.php7', '.php8', '.phtml'],
  // Windows and macOS
  ...['.bat', '.btm', '.cmd', '.command', '.gadget', '.msh', '.ps1', '.ps1xml', '.psd1', '.psm1'],
  ...['.pyc', '.pyw', '.tool', '.vb', '.vbs', '.workflow', '.ws', '.wsh'],
]);

/** An extension as storage takes it: at least one letter, which the end of a date has not. */
const EXTENSION = /^\.(?=\d*[a-z])\w{1,16}$/;

/** True for an extension that a file of any kind may be stored with. */
export const isHarmless = (extension: string): boolean =>
  EXTENSION.test(extension) && !HARMFUL.has(extension);

const typeNamedBy = (extension: string): string => {
  const named = lookup(extension);
  return named === false ? '' : named;
};

/** True for an extension that browsers take for XML, if they are not told otherwise. */
export const isXmlExtension = (extension: string): boolean =>
  /[/+]xml$/.test(typeNamedBy(extension));

const byExtension = (types: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(types));

/** Texts that have a type of their own, or that a list of types takes for something else. */
const TEXTS = byExtension({
  '.csv': 'text/csv',
  '.geojson': 'application/geo+json',
  '.ics': 'text/calendar',
  '.ipynb': 'application/x-ipynb+json',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.m3u': 'text/plain',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.ndjson': 'application/x-ndjson',
  '.sql': 'application/sql',
  '.srt': 'application/x-subrip',
  '.toml': 'application/toml',
  '.topojson': 'application/json',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.vcf': 'text/vcard',
  '.vtt': 'text/vtt',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
});

/** What a text becomes that cannot keep its extension. */
export const PLAIN_TEXT = { mime: 'text/plain', ext: '.txt' };

/** True for an extension that stands for a text and for nothing else. */
export const isTextExtension = (extension: string): boolean => TEXTS.has(extension);

/** The type that a text of this extension is stored and served as; undefined if it must not stay. */
export const textTypeOf = (extension: string): string | undefined => {
  const isKept = isHarmless(extension) && !isShownInSandbox(typeNamedBy(extension));
  return TEXTS.get(extension) ?? (isKept ? PLAIN_TEXT.mime : undefined);
};

/** Documents whose types are in no list, or in none of one meaning. */
const DOCUMENTS = byExtension({
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
});

/** Containers of many kinds of documents, which their names tell apart. */
const CONTAINERS = new Set([
  'application/gzip',
  'application/x-cfb',
  'application/x-sqlite3',
  'application/zip',
]);

/** Raw pictures of cameras that are TIFF by their first bytes; what TIFF tells is a preview. */
const RAW = byExtension({
  '.3fr': 'image/x-hasselblad-3fr',
  '.arw': 'image/x-sony-arw',
  '.cr2': 'image/x-canon-cr2',
  '.dcr': 'image/x-kodak-dcr',
  '.dng': 'image/x-adobe-dng',
  '.erf': 'image/x-epson-erf',
  '.fff': 'image/x-hasselblad-fff',
  '.iiq': 'image/x-phaseone-iiq',
  '.kdc': 'image/x-kodak-kdc',
  '.mef': 'image/x-mamiya-mef',
  '.mos': 'image/x-leaf-mos',
  '.nef': 'image/x-nikon-nef',
  '.nrw': 'image/x-nikon-nrw',
  '.orf': 'image/x-olympus-orf',
  '.pef': 'image/x-pentax-pef',
  '.rwl': 'image/x-leica-rwl',
  '.sr2': 'image/x-sony-sr2',
  '.srw': 'image/x-samsung-srw',
});

const WINDOWS_MEDIA = byExtension({ '.wma': 'audio/x-ms-wma', '.wmv': 'video/x-ms-wmv' });

/** Kinds of one container, by its type. */
const KINDS: Record<string, ReadonlyMap<string, string>> = {
  'audio/x-ms-asf': WINDOWS_MEDIA,
  'image/tiff': RAW,
  'video/x-ms-asf': WINDOWS_MEDIA,
};

/** Types that bytes tell: what says them only by its name is none of these. */
const TOLD_BY_BYTES = /^(?:audio|font|image|text|video)\/|^application\/pdf$|[/+](?:json|xml)$/;

/**
 * The type of a file that is a container by its bytes, and something more by its name.
 * @param mime of the container
 * @param extension with its dot, in lower case
 * @returns undefined if the name says nothing that may be believed
 */
export const typeWithin = (mime: string, extension: string): string | undefined => {
  const kind = KINDS[mime]?.get(extension);
  if (kind !== undefined || !CONTAINERS.has(mime) || !isHarmless(extension)) {
    return kind;
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

/** Pictures that no browser shows, and whose extensions no list of types knows. */
const OTHER_PICTURES = byExtension({
  '.cr3': 'image/x-canon-cr3',
  '.jxl': 'image/jxl',
  '.raf': 'image/x-fujifilm-raf',
  '.rw2': 'image/x-panasonic-rw2',
});

/**
 * The type that a file is served as by its extension, where that is not of a text.
 * @returns undefined where its bytes must be asked
 */
export const servedTypeOfExtension = (extension: string): string | undefined =>
  [DOCUMENTS, RAW, OTHER_PICTURES].map((types) => types.get(extension)).find(Boolean);

/** True for an extension that says of bytes that are no text what they are. */
export const isToldByExtension = (extension: string): boolean =>
  !/^$|^text\/|[/+](?:json|xml)$/.test(typeNamedBy(extension)) && !isTextExtension(extension);
