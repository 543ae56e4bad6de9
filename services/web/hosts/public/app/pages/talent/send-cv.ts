import type { ApiAnswer } from '#api/api-answer.ts';
import { uploadPdfSignedIn } from '#api/call-signed-in.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** The part of a long name that the API accepts, with its ending. */
const MAX_NAME_LENGTH = 120;

/** Uploads a CV as the current one. One that is too large is refused here: the API would cut the connection. */
export function sendCv(file: File, signal: AbortSignal): Promise<ApiAnswer<unknown>> {
  if (file.size > MAX_BYTES) return Promise.resolve({ ok: false, refusal: TOO_LARGE });
  return uploadPdfSignedIn('CvService.UpdateCurrentCv', { name: shortName(file.name) }, file, signal);
}

function shortName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 5)}….pdf`;
}

const TOO_LARGE = {
  status: 413,
  code: null,
  title: 'This file is too large',
  detail: 'A CV can have up to 5 MB.',
  traceId: null,
  errors: [],
};
