import { timeOf } from '../load.mjs';
import { seconds } from '../report.mjs';
import { form } from '../samples/form.mjs';
import { startSite, stopAll } from '../sites.mjs';

const MEBIBYTE = 1024 * 1024;
const SMALL = 16 * MEBIBYTE;
const WARM_UPS = 4;
const ALLOWED = 64;
const CHUNK = Buffer.alloc(MEBIBYTE, 0x20);

/** Uploads a PDF of `size` bytes that is generated while it is sent. @param {number} size whole mebibytes */
const upload = ({ client }, size) => {
  const mark = Buffer.from('%PDF-1.4\n');
  const { headers, body } = form('file', {
    name: 'large.pdf',
    mime: 'application/pdf',
    content: mark,
  });
  const end = body.indexOf(mark) + mark.length;
  const chunks = function* () {
    yield body.subarray(0, end);
    for (let left = size; left > 0; left -= CHUNK.length) yield CHUNK;
    yield body.subarray(end);
  };
  const length = body.length + size;
  const path = '/api/bot/materials';
  return client.send({ method: 'POST', path, headers, chunks: chunks(), length });
};

/**
 * Measures how much memory the site needs for an upload of `size` bytes.
 * @param {string} folder folder for the site's data
 * @returns a line of text for the report
 */
export const measureUploadMemory = async (folder, size) => {
  const site = await startSite(folder, { UPLOAD_MAX_BYTES: String(2 * size) });
  try {
    for (let index = 0; index < WARM_UPS; index += 1) await upload(site, SMALL);
    await site.server.request('settle');
    const before = await site.server.request('watchMemory');
    const took = await timeOf(() => upload(site, size));
    await site.server.request('settle');
    const { largest } = await site.server.request('read');

    const mebibytes = (bytes) => Math.round(bytes / MEBIBYTE);
    const extra = mebibytes(largest - before);
    return (
      `Upload of ${mebibytes(size)} MiB in ${seconds(took)}: ${mebibytes(before)} MiB resident before, ` +
      `${mebibytes(largest)} MiB at most, ${extra} MiB more (at most ${ALLOWED}: ${extra <= ALLOWED ? 'met' : 'NOT met'})\n`
    );
  } finally {
    await stopAll([site]);
  }
};
