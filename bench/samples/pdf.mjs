import { makeNoise } from './noise.mjs';

/** Creates a PDF of about `size` bytes: an empty page, and a stream of noise that the page does not use. */
export const makePdf = (size) => {
  const noise = makeNoise(size - 600, 2);
  let content = Buffer.from('%PDF-1.4\n');
  const offsets = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `<< /Length ${noise.length} >>\nstream\n${noise.toString('latin1')}\nendstream`,
  ].map((object, index) => {
    const { length } = content;
    const text = `${index + 1} 0 obj\n${object}\nendobj\n`;
    content = Buffer.concat([content, Buffer.from(text, 'latin1')]);
    return `${String(length).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${content.length}\n%%EOF\n`;
  content = Buffer.concat([content, Buffer.from(table + end)]);
  return { name: 'paper.pdf', mime: 'application/pdf', content };
};
