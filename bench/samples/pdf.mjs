import { createRandom } from './random.mjs';

/** A PDF of one empty page that carries a stream of noise to be as large as asked for. */
export const makePdf = (size) => {
  const random = createRandom(2);
  const noise = Buffer.from(Array.from({ length: size - 600 }, () => Math.floor(random() * 256)));
  const parts = [];
  const offsets = [];
  let length = 0;
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  const object = (head, stream) => {
    offsets.push(length);
    add(Buffer.from(`${offsets.length} 0 obj\n${head}\n`));
    if (stream) [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')].forEach(add);
    add(Buffer.from('endobj\n'));
  };
  add(Buffer.from('%PDF-1.4\n'));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  object('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>');
  object(`<< /Length ${noise.length} >>`, noise);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
    )
  );
  return { name: 'paper.pdf', mime: 'application/pdf', content: Buffer.concat(parts) };
};
