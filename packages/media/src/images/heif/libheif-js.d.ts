/** The part of libheif's JavaScript interface that is used here; the package has no types of it. */
declare module 'libheif-js/wasm-bundle.js' {
  type Handle = object;

  interface HeifError {
    /** `value` counts as `heif_error_code` does: 0 is success. */
    code: { value: number };
    message: string;
  }

  interface DecodedImage {
    image: Handle;
    width: number;
    height: number;
    channels: { stride: number; data: Uint8Array }[];
  }

  interface LibHeif {
    heif_colorspace: { heif_colorspace_RGB: object };
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object };
    heif_context_alloc: () => Handle;
    heif_context_free: (context: Handle) => void;
    heif_context_read_from_memory: (context: Handle, bytes: Uint8Array) => HeifError;
    heif_js_context_get_primary_image_handle: (context: Handle) => Handle | HeifError;
    heif_image_handle_has_alpha_channel: (image: Handle) => number;
    heif_image_handle_release: (image: Handle) => void;
    heif_image_release: (image: Handle) => void;
    heif_js_decode_image2: (
      image: Handle,
      colorspace: object,
      chroma: object
    ) => DecodedImage | HeifError;
  }

  const libheif: LibHeif;
  export default libheif;
  export type { DecodedImage, HeifError, LibHeif };
}
