import type { ApiAnswer } from '#api/api-answer.ts';
import { chosenFile, uploadSignedIn } from '#api/upload-file.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** Characters of a name without its ending: the API accepts 120 in all. */
const MAX_BASE_LENGTH = 116;

/** Uploads a CV as the current one. */
export async function sendCv(file: File | null, signal: AbortSignal): Promise<ApiAnswer<unknown>> {
  const chosen = chosenFile(file, MAX_BYTES, {
    missing: 'Choose a PDF of up to 5 MB.',
    tooLarge: 'A CV can have up to 5 MB.',
  });
  if (!chosen.ok) return chosen;
  const upload = { file: chosen.data, mediaType: 'application/pdf' };
  return uploadSignedIn('CvService.UpdateCurrentCv', { name: pdfName(chosen.data.name) }, upload, signal);
}

/** The name as the API accepts it: on one line, not too long, with the ending of a PDF. Its content is what is checked. */
export function pdfName(name: string): string {
  const line = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  // In code points: half a character is not text.
  const base = [...line.replace(/[.]pdf$/i, '').trim()];
  const shown = base.length <= MAX_BASE_LENGTH ? base : [...base.slice(0, MAX_BASE_LENGTH - 1), '…'];
  return `${shown.join('') || 'CV'}.pdf`;
}
