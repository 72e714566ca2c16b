/**
 * Kinds of files that are one container by their bytes, and that only their name tells apart. None
 * of them runs, and none is shown in a browser.
 */
const byName = (types: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(types));

const ZIP = byName({
  '.3mf': 'model/3mf',
  '.cbz': 'application/vnd.comicbook+zip',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.epub': 'application/epub+zip',
  '.fla': 'application/zip',
  '.idml': 'application/vnd.adobe.indesign-idml-package',
  '.key': 'application/vnd.apple.keynote',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.kra': 'application/x-krita',
  '.mscz': 'application/x-musescore',
  '.numbers': 'application/vnd.apple.numbers',
  '.odg': 'application/vnd.oasis.opendocument.graphics',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ora': 'application/zip',
  '.oxps': 'application/oxps',
  '.pages': 'application/vnd.apple.pages',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.sb3': 'application/x.scratch.sb3',
  '.sketch': 'application/x-sketch',
  '.sxw': 'application/vnd.sun.xml.writer',
  '.usdz': 'model/vnd.usdz+zip',
  '.xlsb': 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xmind': 'application/vnd.xmind.workbook',
});

/** Microsoft's compound files: Office before 2007, and others. */
const COMPOUND = byName({
  '.doc': 'application/msword',
  '.dot': 'application/msword',
  '.hwp': 'application/x-hwp',
  '.mpp': 'application/vnd.ms-project',
  '.msg': 'application/vnd.ms-outlook',
  '.one': 'application/onenote',
  '.pps': 'application/vnd.ms-powerpoint',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pub': 'application/vnd.ms-publisher',
  '.vsd': 'application/vnd.visio',
  '.wps': 'application/vnd.ms-works',
  '.xls': 'application/vnd.ms-excel',
  '.xlt': 'application/vnd.ms-excel',
});

const GZIP = byName({ '.tgz': 'application/gzip' });

const SQLITE = byName({
  '.db': 'application/x-sqlite3',
  '.gpkg': 'application/geopackage+sqlite3',
  '.mbtiles': 'application/x-sqlite3',
});

/** Raw pictures of cameras that are TIFF by their first bytes; what TIFF tells is a preview. */
const TIFF = byName({
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

const BYTES = 'application/octet-stream';

/** Data that no magic number tells: it stays a file of unknown bytes, with its extension. */
const UNKNOWN: ReadonlyMap<string, string> = new Map(
  [
    ...['.afdesign', '.afphoto', '.afpub', '.ai', '.als', '.bak', '.cdr', '.clip', '.cpr', '.dat'],
    ...['.db', '.dbf', '.dta', '.dwf', '.edf', '.fit', '.fig', '.flp', '.gguf', '.grib', '.h5'],
    ...['.hdf', '.las', '.laz', '.mat', '.mdb', '.mobi', '.nc', '.npy', '.npz', '.onnx', '.pbf'],
    ...[
      '.rdata',
      '.rds',
      '.safetensors',
      '.sav',
      '.sgy',
      '.shp',
      '.shx',
      '.sldprt',
      '.stl',
      '.wpd',
    ],
    ...['.xpt'],
  ].map((extension) => [extension, BYTES])
);

const CONTAINERS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['application/gzip', GZIP],
  ['application/x-cfb', COMPOUND],
  ['application/x-sqlite3', SQLITE],
  ['application/zip', ZIP],
  ['image/tiff', TIFF],
  [BYTES, UNKNOWN],
]);

/**
 * The type of a file that is a container by its bytes and something more by its name.
 * @param mime of the container; `application/octet-stream` for bytes of no known kind
 * @param extension with its dot, in lower case
 * @returns undefined if the name says nothing that may be believed
 */
export const containedType = (mime: string, extension: string): string | undefined =>
  CONTAINERS.get(mime)?.get(extension);

/** Pictures that no browser shows, and whose extensions no list of types knows. */
const RAW_PICTURES = byName({
  '.cr3': 'image/x-canon-cr3',
  '.jxl': 'image/jxl',
  '.raf': 'image/x-fujifilm-raf',
  '.rw2': 'image/x-panasonic-rw2',
});

const TYPES: ReadonlyMap<string, string> = new Map(
  [...CONTAINERS.values(), RAW_PICTURES].flatMap((kinds) => [...kinds])
);

/** The type that a file of one of these kinds is served as. */
export const typeOfExtension = (extension: string): string | undefined => TYPES.get(extension);
