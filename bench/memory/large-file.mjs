import http from 'node:http';

const CHUNK = Buffer.alloc(1024 * 1024, 0x20);
const BOUNDARY = 'bench-large-file';

/** Writes `size` bytes to a stream without holding them. */
const writeBytes = async (stream, size) => {
  for (let left = size; left > 0; left -= CHUNK.length) {
    const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
    if (!stream.write(chunk)) {
      await new Promise((resolve) => stream.once('drain', resolve));
    }
  }
};

/**
 * Uploads a PDF of `size` bytes, made while it is sent.
 *
 * @returns {Promise<number>} the status of the answer.
 */
export const uploadLargeFile = async ({ port, token, size }) => {
  const head = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\n` +
      'content-type: application/pdf\r\n\r\n%PDF-1.4\n'
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const request = http.request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/bot/materials',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
  });
  request.write(head);
  await writeBytes(request, size);
  request.end(tail);
  return answered;
};
