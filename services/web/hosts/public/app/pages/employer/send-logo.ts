import type { CompanyLogo } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { uploadSignedIn } from '#api/upload-file.ts';

const MAX_BYTES = 1024 * 1024;

/** Uploads the form's logo in place of the version that it names. One that is too large is refused here: the API would cut the connection. */
export async function sendLogo(form: FormValues, signal: AbortSignal) {
  const file = form.file('logo');
  if (file === null) return actionResult(refused(400, 'Choose a file', 'Choose a PNG, JPEG or WebP image.'));
  if (file.size > MAX_BYTES) {
    return actionResult(refused(413, 'This file is too large', 'A logo can have up to 1 MB.'));
  }
  const upload = { file, mediaType: 'application/octet-stream', ifMatch: form.text('etag') };
  return actionResult(
    await uploadSignedIn('CompanyLogoService.UpdateCurrentCompanyLogo', {}, upload, signal),
  );
}

function refused(status: number, title: string, detail: string): ApiAnswer<CompanyLogo> {
  return { ok: false, refusal: { status, code: null, title, detail, traceId: null, errors: [] } };
}
