import { makePdf } from '../samples/pdf.mjs';
import { makePhoto } from '../samples/photo.mjs';

import { FEW, SOME } from './counts.mjs';
import { create } from './create.mjs';
import { deleteLeftBehindOf, deleteOf } from './delete.mjs';
import { get } from './get.mjs';
import { list } from './list.mjs';
import { publish } from './publish.mjs';
import { HALF, IMAGE } from './targets.mjs';
import { uploadOf } from './upload.mjs';
import { wholeJobOf } from './whole-job.mjs';

const PHOTO = { width: 1600, height: 1200 };
const PDF_BYTES = 100_000;

const kilobytes = ({ content }) => `${Math.round(content.length / 1000)} KB`;

/**
 * The rows of the comparison. Those that only read come first, while every store holds the same.
 *
 * @param {object} files what `storedFiles` returns.
 */
export const allScenarios = async (files) => {
  const pdf = makePdf(PDF_BYTES);
  const photo = await makePhoto(PHOTO);
  const turned = await makePhoto(PHOTO, 6);
  return [
    list,
    get,
    create,
    publish,
    deleteOf(files),
    deleteLeftBehindOf(files),
    uploadOf(
      { name: 'pdf', title: `upload a PDF (${kilobytes(pdf)})`, target: HALF, counts: SOME },
      pdf
    ),
    uploadOf(
      {
        name: 'jpeg',
        title: `upload a 1600 x 1200 JPEG (${kilobytes(photo)})`,
        target: IMAGE,
        counts: FEW,
      },
      photo
    ),
    uploadOf(
      {
        name: 'jpeg-turned',
        title: 'the same with an EXIF orientation',
        target: IMAGE,
        counts: FEW,
      },
      turned
    ),
    wholeJobOf(photo),
  ];
};
