/**
 * Texts whose extension stays: it tells a person's program what to do with them, and neither a
 * browser nor an operating system runs what is named so. Any other text becomes `<name>.txt`.
 */

const typed = {
  '.csv': 'text/csv',
  '.geojson': 'application/geo+json',
  '.ics': 'text/calendar',
  '.ipynb': 'application/x-ipynb+json',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.ndjson': 'application/x-ndjson',
  '.sql': 'application/sql',
  '.srt': 'application/x-subrip',
  '.toml': 'application/toml',
  '.topojson': 'application/json',
  '.tsv': 'text/tab-separated-values',
  '.vcf': 'text/vcard',
  '.vtt': 'text/vtt',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** Words, settings, mail, subtitles, bibliographies and the like. */
const WRITINGS = [
  ...['.adoc', '.asc', '.ass', '.bib', '.cfg', '.changes', '.conf', '.cue', '.diff', '.dot'],
  ...['.eml', '.env', '.fountain', '.ini', '.lang', '.log', '.lrc', '.m3u', '.m3u8', '.mbox'],
  ...['.mmd', '.nfo', '.org', '.patch', '.pem', '.po', '.pot', '.properties', '.pub', '.puml'],
  ...['.ris', '.rst', '.sbv', '.ssa', '.strings', '.sub', '.tab', '.tex', '.text', '.textile'],
  ...['.txt', '.wiki'],
];

/** Programs as documents: their source, which no browser runs and no system starts by a click. */
const SOURCES = [
  ...['.asm', '.awk', '.bash', '.c', '.cc', '.clj', '.cmake', '.cpp', '.cs', '.cxx', '.dart'],
  ...['.el', '.erl', '.ex', '.exs', '.f', '.f90', '.fish', '.fs', '.go', '.gradle', '.graphql'],
  ...['.groovy', '.h', '.hpp', '.hs', '.ino', '.java', '.jl', '.kt', '.lua', '.m', '.ml', '.nim'],
  ...['.nix', '.pas', '.pl', '.pm', '.proto', '.py', '.r', '.rb', '.rmd', '.rs', '.scala', '.sh'],
  ...['.sol', '.swift', '.tcl', '.tf', '.vim', '.zig', '.zsh'],
];

/** Drawings, maps, models, measurements and sequences that are written as text. */
const DATA = [
  ...['.bed', '.cif', '.dat', '.dxf', '.fa', '.fasta', '.fastq', '.gcode', '.gff', '.gv', '.ies'],
  ...['.ifc', '.iges', '.igs', '.mol', '.mtl', '.nc', '.nmea', '.obj', '.pdb', '.pgn', '.ply'],
  ...['.prj', '.scad', '.sdf', '.step', '.stp', '.tle', '.wkt'],
];

/**
 * Kinds of XML. They are served as plain text, and are named `.txt` if a browser that shows them
 * as XML could find something to run in them (see `xml.ts`).
 */
const XML = [
  ...['.atom', '.collada', '.dae', '.dio', '.drawio', '.fods', '.fodt', '.gml', '.gpx', '.kml'],
  ...['.mei', '.musicxml', '.opml', '.owl', '.plist', '.qgs', '.rdf', '.resx', '.rss', '.sbml'],
  ...['.tcx', '.tei', '.tmx', '.ttl', '.wsdl', '.x3d', '.xlf', '.xliff', '.xmi', '.xml', '.xmp'],
  ...['.xsd'],
];

const TEXT = 'text/plain';

const TYPES: ReadonlyMap<string, string> = new Map([
  ...[...WRITINGS, ...SOURCES, ...DATA, ...XML].map((extension) => [extension, TEXT] as const),
  ...Object.entries(typed),
]);

/** The type that a text of this extension is stored and served as; undefined if it must not stay. */
export const textTypeOf = (extension: string): string | undefined => TYPES.get(extension);

const XML_EXTENSIONS: ReadonlySet<string> = new Set(XML);

/** True for an extension that browsers take for XML, if they are not told otherwise. */
export const isXmlExtension = (extension: string): boolean => XML_EXTENSIONS.has(extension);

/** What a text becomes that cannot keep its extension. */
export const PLAIN_TEXT = { mime: TEXT, ext: '.txt' };
