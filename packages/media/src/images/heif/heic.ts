import type { DecodedImage, HeifError, LibHeif } from 'libheif-js/wasm-bundle.js';

import { MediaError, Unreadable } from '../../errors';

/** Pixels of a decoded picture, upright, 8 bits a channel: red, green, blue, and maybe alpha. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** `heif_error_code` (libheif's heif_error.h). */
const UNSUPPORTED_FILE = 3;
const UNSUPPORTED_FEATURE = 4;
const OUT_OF_MEMORY = 6;

/** For a kind of image that nothing here can read, though nothing is wrong with it. */
export const notSupported = (what: string, cause?: unknown): MediaError =>
  new MediaError('image-type-not-supported', `${what} cannot be read on this site`, { cause });

/** A name that a bundler cannot follow: the decoder, under the LGPL, stays a package of its own. */
const DECODER: string = 'libheif-js/wasm-bundle.js';

/** Loads the decoder, which is there only if it was installed. */
const loadDecoder = async (): Promise<LibHeif> => {
  try {
    const module = (await import(DECODER)) as { default: LibHeif };
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

/** Rows without what fills them up. */
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
 * Decodes the main picture of a HEIC or HEIF file, turned and cut as the file asks for.
 * @throws `image-type-not-supported`, Unreadable, and an error of the decoder for a damaged file
 */
export const decodeHeic = async (file: Buffer): Promise<Pixels> => {
  const heif = await loadDecoder();
  const context = heif.heif_context_alloc();
  try {
    const read = heif.heif_context_read_from_memory(context, file);
    if (read.code.value !== 0) {
      unwrap(read);
    }
    const handle = unwrap(heif.heif_js_context_get_primary_image_handle(context));
    try {
      const channels = heif.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
      const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } =
        heif.heif_chroma;
      const decoded = unwrap(
        heif.heif_js_decode_image2(
          handle,
          heif.heif_colorspace.heif_colorspace_RGB,
          channels === 3 ? rgb : rgba
        )
      );
      try {
        const { width, height } = decoded;
        return { data: packed(decoded, channels), width, height, channels };
      } finally {
        heif.heif_image_release(decoded.image);
      }
    } finally {
      heif.heif_image_handle_release(handle);
    }
  } finally {
    heif.heif_context_free(context);
  }
};
