import sharp from 'sharp';

import { png } from '../files';

/** An image with the colour profile of a phone's display. */
export const profiled = async (format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> => {
  const { content } = await png({ width: 400, height: 300 });
  return sharp(content).toFormat(format).withIccProfile('p3').toBuffer();
};
