/** A document of the given size that the API takes for a PDF, with a text that tests look for. */
export function pdfOf(text: string, size = 1000): Buffer {
  const head = Buffer.from(`%PDF-1.7\n% ${text}\n`);
  const end = Buffer.from('\n%%EOF\n');
  const filling = Buffer.alloc(Math.max(0, size - head.length - end.length));
  for (let index = 0; index < filling.length; index++) filling[index] = index % 251;
  return Buffer.concat([head, filling, end]);
}
