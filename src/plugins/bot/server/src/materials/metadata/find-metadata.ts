import type { ByteSource } from '../../bytes/byte-source';
import type { Patch } from '../../bytes/patch';

import { asfPatches } from './asf';
import { flashVideoPatches } from './flash-video';
import { isoMediaPatches } from './iso/media';
import { matroskaPatches } from './matroska/matroska';
import { oggPatches } from './ogg';
import { iconPatches } from './pictures/icon';
import { packetPatches } from './pictures/packets';
import { photoshopPatches } from './pictures/photoshop';
import { riffPatches } from './riff';

type FindPatches = (source: ByteSource) => Promise<Patch[]>;

/** By MIME type, as `file-type` names them. */
const FINDERS: Record<string, FindPatches> = {
  'application/vnd.ms-asf': asfPatches,
  'image/vnd.adobe.photoshop': photoshopPatches,
  'image/x-icon': iconPatches,
  'video/3gpp': isoMediaPatches,
  'video/3gpp2': isoMediaPatches,
  'video/matroska': matroskaPatches,
  'video/mj2': isoMediaPatches,
  'video/mp4': isoMediaPatches,
  'video/ogg': oggPatches,
  'video/quicktime': isoMediaPatches,
  'video/vnd.avi': riffPatches,
  'video/webm': matroskaPatches,
  'video/x-flv': flashVideoPatches,
  'video/x-m4v': isoMediaPatches,
  'video/x-ms-asf': asfPatches,
};

/**
 * What has to be overwritten so that a film, a Photoshop file or an icon does not tell any more where it
 * was taken. No byte moves, and pictures and sound stay as they are. A file that is damaged is
 * cleaned as far as it can be read.
 * @param mime the type of the bytes, as identified
 * @returns undefined for a type that keeps what is in it
 */
export const metadataFinder = (mime: string): FindPatches | undefined =>
  FINDERS[mime] ?? (mime.startsWith('video/') ? packetPatches : undefined);
