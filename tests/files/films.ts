import { readFile, writeFile } from 'node:fs/promises';

import { box } from '../support/box';
import { writeMetadata } from '../support/exiftool';
import { runProgram } from '../support/programs';

/** The location that uploads must remove from videos, in different formats. */
export const PLACE = '+51.5080-000.1281/';
export const TITLE = 'Pigeons';
const SECRET = 'GPS(51.5080,-0.1281,20)';

const NMEA = '$GPGGA,082138,5330.668,N,00641.974,W,1,04,1.2,20,M,,M,,*47';

/** A video, and the expected result of its upload. */
export interface Film {
  /** Name with the extension of the stored file. */
  name: string;
  /** Creates the video as a file. */
  make: (file: string) => Promise<unknown>;
  mime: string;
  /** Texts and bytes that must be removed. */
  secrets: (string | Buffer)[];
}

// Short and in the smallest size of H.263, because the tests are about metadata.
const PICTURE = ['-f', 'lavfi', '-t', '0.4', '-i', 'testsrc=size=128x96:rate=25'];
const SOUND = ['-f', 'lavfi', '-t', '0.4', '-i', 'sine'];
const TAGS = [
  ...['-metadata', `location=${PLACE}`],
  ...['-metadata', `title=${TITLE}`],
  ...['-metadata', 'make=Phone'],
];

const ffmpeg = (...args: string[]): Promise<unknown> =>
  runProgram('ffmpeg', '-v', 'error', '-nostdin', '-y', ...args);

/** Makes a video with a title and a location, with ffmpeg. */
const film =
  (...args: string[]) =>
  (file: string): Promise<unknown> =>
    ffmpeg(...PICTURE, ...SOUND, ...TAGS, ...args, file);

/** Makes an MP4 or MOV with tags by ExifTool, which writes tags like phones do. */
const tagged =
  (...tags: string[]) =>
  async (file: string): Promise<void> => {
    await ffmpeg(...PICTURE, file);
    await writeMetadata(file, ...tags);
  };

/** Inserts a box into the last box of a path. No offset may refer to later bytes. */
const withBox = (bytes: Buffer, where: string[], added: Buffer): Buffer => {
  let start = 0;
  let end = bytes.length;
  for (const type of where) {
    const at = bytes.lastIndexOf(type, end, 'latin1') - 4;
    if (at < start) throw new Error(`no box ${type}`);
    const length = bytes.readUInt32BE(at);
    bytes.writeUInt32BE(length + added.length, at);
    start = at + 8;
    end = at + length;
  }
  return Buffer.concat([bytes.subarray(0, end), added, bytes.subarray(end)]);
};

/** Makes a MOV whose `moov` is at the end, with an added box. */
const withBoxAt =
  (where: string[], added: Buffer) =>
  async (file: string): Promise<void> => {
    await ffmpeg(...PICTURE, '-metadata', `title=${TITLE}`, file);
    await writeFile(file, withBox(await readFile(file), where, added));
  };

const withSubtitles = async (file: string, text: string): Promise<void> => {
  const subtitles = `${file}.srt`;
  await writeFile(subtitles, `1\n00:00:00,000 --> 00:00:00,300\n${text}\n`);
  await ffmpeg(...PICTURE, '-i', subtitles, '-c:s', 'mov_text', ...TAGS.slice(2, 4), file);
};

/** Makes a telemetry track from a subtitle track, because ffmpeg cannot write one. */
const withTelemetry =
  (kind: string, format: string) =>
  async (file: string): Promise<void> => {
    const subtitles = `${file}.srt`;
    await writeFile(subtitles, `1\n00:00:00,000 --> 00:00:00,300\n${SECRET}\n`);
    await ffmpeg(...PICTURE, '-i', subtitles, '-c:s', 'mov_text', file);
    const bytes = await readFile(file);
    bytes.write(kind, bytes.indexOf('sbtl', 0, 'latin1'), 'latin1');
    bytes.write(format, bytes.indexOf('tx3g', 0, 'latin1'), 'latin1');
    await writeFile(file, bytes);
  };

const XMP =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  'xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,30.48N" exif:GPSLongitude="0,7.68W"/>' +
  '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>';

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

const COVER_PLACE = [
  '-GPSLatitude=51.508',
  '-GPSLatitudeRef=N',
  '-GPSLongitude=0.1281',
  '-GPSLongitudeRef=W',
];

const cover = async (file: string): Promise<void> => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=64x48', '-frames:v', '1', file);
  await writeMetadata(file, ...COVER_PLACE);
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from('London')]));
};

const matroskaWithCover = async (file: string): Promise<void> => {
  await cover(`${file}.jpg`);
  await writeFile(`${file}.gpx`, `<gpx><wpt lat="51.5080" lon="-0.1281"/></gpx>`);
  await ffmpeg(
    ...[...PICTURE, ...TAGS.slice(2, 4)],
    ...['-attach', `${file}.jpg`, '-metadata:s:t:0', 'mimetype=image/jpeg'],
    ...['-attach', `${file}.gpx`, '-metadata:s:t:1', 'mimetype=application/gpx+xml'],
    file
  );
};

const mp4WithCover = async (file: string): Promise<void> => {
  await cover(`${file}.jpg`);
  await ffmpeg(
    ...[...PICTURE, '-i', `${file}.jpg`, '-map', '0', '-map', '1', '-c:v:1', 'copy'],
    ...['-disposition:v:1', 'attached_pic', ...TAGS.slice(2, 4), file]
  );
};

const appended =
  (make: Film['make'], bytes: Buffer): Film['make'] =>
  async (file) => {
    await make(file);
    await writeFile(file, Buffer.concat([await readFile(file), bytes]));
  };

const mp4 = film('-movflags', '+faststart');
const GOPRO = Buffer.from(`DEVCGPS5${SECRET}`);

/** Videos with a location, one for each way to store it. */
export const FILMS: Record<string, Film> = {
  'an MP4 with tags of 3GPP': {
    name: 'a.mp4',
    make: mp4,
    mime: 'video/mp4',
    secrets: [],
  },
  'an MP4 with its tags at the end': {
    name: 'a.mp4',
    make: film(),
    mime: 'video/mp4',
    secrets: [],
  },
  'an MP4 in fragments': {
    name: 'a.mp4',
    make: film('-movflags', 'frag_keyframe+empty_moov'),
    mime: 'video/mp4',
    secrets: [],
  },
  "an MP4 with XMP, iTunes's and 3GPP's tags": {
    name: 'a.mp4',
    make: tagged(
      '-XMP:GPSLatitude=51.508',
      '-XMP:City=London',
      '-ItemList:GPSCoordinates=51.508 -0.1281 20',
      '-UserData:LocationInformation=London',
      `-ItemList:Title=${TITLE}`
    ),
    mime: 'video/mp4',
    secrets: ['London', 'xmpmeta', '51.508'],
  },
  "an MP4 of a GoPro, with the maker's box": {
    name: 'a.mp4',
    make: withBoxAt(['moov', 'udta'], box('GPMF', GOPRO)),
    mime: 'video/mp4',
    secrets: [SECRET],
  },
  'an MP4 of a GoPro, with a track of telemetry': {
    name: 'a.mp4',
    make: withTelemetry('meta', 'gpmd'),
    mime: 'video/mp4',
    secrets: [SECRET],
  },
  'an MP4 of a drone, with subtitles that tell where it is': {
    name: 'a.mp4',
    make: (file) => withSubtitles(file, `F/2.8, SS 320, ${SECRET}, D 0.00m`),
    mime: 'video/mp4',
    secrets: [SECRET],
  },
  'an MP4 with subtitles of a satellite receiver, with three decimals': {
    name: 'a.mp4',
    make: (file) => withSubtitles(file, NMEA),
    mime: 'video/mp4',
    secrets: [NMEA],
  },
  'an MP4 with a place in the tags of a track': {
    name: 'a.mp4',
    make: withBoxAt(
      ['moov', 'trak'],
      box('udta', box('\xa9xyz', Buffer.from(`\0\x12\x15\xc7${PLACE}`, 'latin1')))
    ),
    mime: 'video/mp4',
    secrets: [PLACE],
  },
  'an MP4 with tags and XMP where it tells how a track is played': {
    name: 'a.mp4',
    make: withBoxAt(
      ['moov', 'trak', 'mdia'],
      Buffer.concat([
        box('udta', box('\xa9xyz', Buffer.from(`\0\x12\x15\xc7${PLACE}`, 'latin1'))),
        box('uuid', Buffer.concat([XMP_UUID, Buffer.from(XMP)])),
      ])
    ),
    mime: 'video/mp4',
    secrets: [PLACE, 'xmpmeta'],
  },
  "an MP4 with a camera's box at its top and more behind its end": {
    name: 'a.mp4',
    make: appended(film(), Buffer.concat([box('inst', GOPRO), Buffer.from(SECRET)])),
    mime: 'video/mp4',
    secrets: [SECRET],
  },
  'an MP4 with remains of tags in free space': {
    name: 'a.mp4',
    make: appended(film(), box('free', Buffer.from(PLACE))),
    mime: 'video/mp4',
    secrets: [],
  },
  'an MP4 with a cover that tells a place': {
    name: 'a.mp4',
    make: mp4WithCover,
    mime: 'video/mp4',
    secrets: ['Exif'],
  },
  "a MOV with QuickTime's tags": {
    name: 'a.mov',
    make: film(),
    mime: 'video/quicktime',
    secrets: ['Phone'],
  },
  "a MOV with Apple's keys, as an iPhone writes it": {
    name: 'a.mov',
    make: tagged(
      '-Keys:GPSCoordinates=51.508 -0.1281 20',
      '-Keys:LocationName=London',
      '-Keys:Make=Phone',
      // The id that connects a Live Photo with its video.
      '-Keys:ContentIdentifier=7E57-1D',
      '-UserData:GPSCoordinates=51.508 -0.1281 20',
      '-XMP:GPSLatitude=51.508',
      `-Keys:Title=${TITLE}`
    ),
    mime: 'video/quicktime',
    secrets: ['London', 'Phone', '51.508', 'xmpmeta', '7E57-1D'],
  },
  'a 3GP': {
    name: 'a.3gp',
    make: film('-an'),
    mime: 'video/3gpp',
    secrets: ['loci'],
  },
  'a Matroska film': {
    name: 'a.mkv',
    make: film(),
    mime: 'video/matroska',
    secrets: ['Phone'],
  },
  'a Matroska film with attached files': {
    name: 'a.mkv',
    make: matroskaWithCover,
    mime: 'video/matroska',
    secrets: ['Exif', '51.5080', 'London'],
  },
  'a WebM film': {
    name: 'a.webm',
    make: film('-c:v', 'libvpx', '-deadline', 'realtime'),
    mime: 'video/webm',
    secrets: ['Phone'],
  },
  'a WebM film that was streamed': {
    name: 'a.webm',
    make: film('-c:v', 'libvpx', '-deadline', 'realtime', '-live', '1'),
    mime: 'video/webm',
    secrets: ['Phone'],
  },
};

/** Makes a video in a container that cameras and phones no longer use. All of its metadata stays. */
export const makeOtherFilm = (file: string): Promise<unknown> => {
  const isOgg = file.endsWith('.ogv');
  return film(...(isOgg ? ['-c:v', 'libtheora', '-c:a', 'libvorbis'] : []))(file);
};

/** Makes an audio file with tags. All of them stay. */
export const makeSound = (file: string, ...args: string[]): Promise<unknown> =>
  ffmpeg(...SOUND, ...TAGS, ...args, ...(file.endsWith('.weba') ? ['-f', 'webm'] : []), file);

/** Checksums of each frame and each audio packet of a video, without covers. */
export const playedBy = async (file: string): Promise<string> => {
  const streams = ['-map', '0:V', '-map', '0:a?'];
  // Keeps the original timestamps; otherwise ffmpeg counts from the first stream, which may be removed.
  const options = ['-v', 'error', '-copyts', '-i', file, ...streams, '-f', 'framemd5', '-'];
  return (await runProgram('ffmpeg', ...options)).toString();
};
