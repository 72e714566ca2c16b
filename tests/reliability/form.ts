import type { TestFile } from '../support/files';

const BOUNDARY = 'a-boundary-of-this-test';

export interface FilePart {
  field?: string;
  file: TestFile;
}

/** The start of a form, up to the first byte of a file. */
export const startOfFile = (
  { name, mime }: Pick<TestFile, 'name' | 'mime'>,
  field = 'file'
): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
      `Content-Type: ${mime}\r\n\r\n`
  );

/** The end of a form after the last byte of the last file. */
export const endOfForm = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The `Content-Type` header of these forms. */
export const formType = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Makes a complete form by hand, to include what client libraries never send. */
export const form = (files: FilePart[], fields: [name: string, value: string][] = []): Buffer =>
  Buffer.concat([
    ...fields.map(([name, value]) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      )
    ),
    ...files.flatMap(({ file, field }) => [
      startOfFile(file, field),
      file.content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
