import type { MainModule } from 'libheif-js/libheif-wasm/libheif';

import { MediaError, Unreadable } from '../../errors';

/** Pixels of a decoded picture, upright, 8 bits per channel: red, green, blue, optionally alpha. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

interface HeifError {
  /** Error code; 0 means success. */
  code: { value: number };
  message: string;
}

/** Decoded picture from libheif. The types of the package `libheif-js` lack this type. */
interface DecodedImage {
  image: Parameters<MainModule['heif_image_release']>[0];
  width: number;
  height: number;
  channels: { stride: number; data: Uint8Array }[];
}

type Handle = Parameters<MainModule['heif_image_handle_release']>[0];

/** Values of `heif_error_code` (libheif's heif_error.h). */
const UNSUPPORTED_FILE = 3;
const UNSUPPORTED_FEATURE = 4;
const OUT_OF_MEMORY = 6;

/** Error for a valid image of a type that this installation cannot read. */
export const notSupported = (what: string, cause?: unknown): MediaError =>
  new MediaError('image-type-not-supported', `${what} cannot be read on this site`, { cause });

/**
 * Module path of the HEIC decoder, in a variable so that bundlers do not include the decoder: the LGPL requires a
 * separate package.
 */
const DECODER: string = 'libheif-js/wasm-bundle.js';

/**
 * Loads the HEIC decoder, the optional dependency `libheif-js`.
 * @throws `image-type-not-supported` if the package cannot be loaded
 */
const loadDecoder = async (): Promise<MainModule> => {
  try {
    const module = (await import(DECODER)) as { default: MainModule };
    return module.default;
  } catch (cause) {
    throw notSupported('Without the package libheif-js, an image of this type', cause);
  }
};

const isError = (answer: object): answer is HeifError => 'code' in answer;

const unwrap = <Value extends object>(answer: Value | HeifError): Value => {
  if (!isError(answer)) {
    return answer;
  }
  switch (answer.code.value) {
    case UNSUPPORTED_FILE:
    case UNSUPPORTED_FEATURE:
      throw notSupported(`This kind of HEIF image (${answer.message})`);
    case OUT_OF_MEMORY:
      throw new Unreadable(answer.message);
    default:
      throw new Error(answer.message);
  }
};

/** Pixel rows of a decoded picture, without padding. */
const packed = ({ width, height, channels }: DecodedImage, count: 3 | 4): Buffer => {
  const [plane] = channels;
  if (plane === undefined) {
    throw new Error('The decoder gave no pixels');
  }
  const { stride, data } = plane;
  if (stride === width * count) {
    return Buffer.from(data);
  }
  const rows = Array.from({ length: height }, (_, row) =>
    data.subarray(row * stride, row * stride + width * count)
  );
  return Buffer.concat(rows);
};

/**
 * Decodes the main picture of a HEIC or HEIF file, with its rotation and crop applied.
 * @throws `image-type-not-supported`, Unreadable, and an error of the decoder for a damaged file
 */
export const decodeHeic = async (file: Buffer): Promise<Pixels> => {
  const heif = await loadDecoder();
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  /** Functions that free the decoder's memory, last allocation first. */
  const releases: (() => void)[] = [];
  const releasing = <Value>(value: Value, release: (value: Value) => void): Value => {
    releases.unshift(() => release(value));
    return value;
  };
  try {
    const context = releasing(heif.heif_context_alloc(), (it) => heif.heif_context_free(it));
    const read = heif.heif_context_read_from_memory(context, file) as HeifError;
    if (read.code.value !== 0) {
      unwrap(read);
    }
    const primary: Handle | HeifError = heif.heif_js_context_get_primary_image_handle(context);
    const handle = releasing(unwrap(primary), (it) => heif.heif_image_handle_release(it));
    const count = heif.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
    const { heif_colorspace_RGB: space } = heif.heif_colorspace;
    const answer: DecodedImage | HeifError = heif.heif_js_decode_image2(
      handle,
      space,
      count === 3 ? rgb : rgba
    );
    const decoded = releasing(unwrap(answer), ({ image }) => heif.heif_image_release(image));
    const { width, height } = decoded;
    return { data: packed(decoded, count), width, height, channels: count };
  } finally {
    releases.forEach((release) => release());
  }
};
