const MEBIBYTE = 1024 * 1024;
const ALLOWED = 64;

const mebibytes = (bytes) => Math.round(bytes / MEBIBYTE);

/** What `measureUploadMemory` found, in one line. */
export const reportMemory = (size, { before, largest, status, milliseconds }) => {
  const extra = mebibytes(largest - before);
  const verdict = status === 201 && extra <= ALLOWED ? 'met' : 'NOT met';
  return (
    `Upload of ${mebibytes(size)} MiB in ${(milliseconds / 1000).toFixed(1)} s, answered ${status}: ` +
    `${mebibytes(before)} MiB resident before, ${mebibytes(largest)} MiB at most, ` +
    `${extra} MiB more (at most ${ALLOWED}: ${verdict})\n`
  );
};
