const LINES_OF_A_PAGE = 44;
const CHARACTERS_OF_A_LINE = 84;

/** A PDF document of one page: a title and lines of text, in Latin-1; a character outside of it becomes `?`. */
export function onePagePdf(title: string, paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph), '']).slice(0, LINES_OF_A_PAGE);
  const page = [
    'BT /F2 18 Tf 60 770 Td',
    `(${inString(title)}) Tj /F1 11 Tf 16 TL 0 -30 Td`,
    ...lines.map((line) => `(${inString(line)}) Tj T*`),
    'ET',
  ].join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]);
}

/** Objects with their numbers, and the table of where each begins (ISO 32000-2, 7.5). */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.indexOf('xref\n0 ')}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function wrap(paragraph: string): string[] {
  return paragraph.match(new RegExp(`\\S.{0,${CHARACTERS_OF_A_LINE - 1}}(?=\\s|$)`, 'gu')) ?? [];
}

function inString(line: string): string {
  return line.replaceAll(/[^\u0020-\u00ff]/gu, '?').replaceAll(/[\\()]/g, '\\$&');
}
