import { makeFilm } from '../samples/film.mjs';
import { makeHeic } from '../samples/heic.mjs';
import { makePdf } from '../samples/pdf.mjs';
import { makeDrawing, makePhoto, makeWebp } from '../samples/photo.mjs';

import { changeRows } from './change.mjs';
import { changes } from './changes.mjs';
import { FEW, FEWEST, SOME } from './counts.mjs';
import { create } from './create.mjs';
import { deleteLeftBehindOf, deleteOf } from './delete.mjs';
import { linkedRowsOf } from './fields.mjs';
import { get } from './get.mjs';
import { list } from './list.mjs';
import { filteredListsOf } from './list-filtered.mjs';
import { page, pageUncached } from './page.mjs';
import { publish } from './publish.mjs';
import { HALF, IMAGE } from './targets.mjs';
import { uploadOf } from './upload.mjs';
import { wholeJobOf } from './whole-job.mjs';

const PHOTO = { width: 1600, height: 1200 };
const PDF_BYTES = 100_000;
const FILM_BYTES = 100_000_000;

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
  const drawing = await makeDrawing(PHOTO);
  const webp = await makeWebp(PHOTO);
  const heic = await makeHeic(PHOTO);
  const film = makeFilm(FILM_BYTES);
  return [
    list,
    get,
    page,
    changes,
    ...filteredListsOf(photo),
    create,
    publish,
    pageUncached,
    ...changeRows,
    ...linkedRowsOf(photo),
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
    uploadOf(
      {
        name: 'png',
        title: `upload a 1600 x 1200 PNG that can be seen through (${kilobytes(drawing)})`,
        target: IMAGE,
        counts: FEW,
      },
      drawing
    ),
    uploadOf(
      {
        name: 'webp',
        title: `upload a 1600 x 1200 WebP (${kilobytes(webp)})`,
        target: HALF,
        counts: FEW,
      },
      webp
    ),
    // Strapi stores a HEIC as it is: nobody sees it, and nothing is decoded.
    ...(heic === undefined
      ? []
      : [
          uploadOf(
            {
              name: 'heic',
              title: `upload a 1600 x 1200 HEIC (${kilobytes(heic)})`,
              counts: FEW,
            },
            heic
          ),
        ]),
    uploadOf({ name: 'film', title: 'upload an MP4 of 100 MB', counts: FEWEST }, film),
    wholeJobOf(photo),
  ];
};
