import type { CompanyLogo } from '@gatehouse/contract/wire';
import type { FormValues } from '#api/form-values.ts';
import { actionResult } from '#api/page-result.ts';
import { chosenFile, uploadSignedIn } from '#api/upload-file.ts';

const MAX_BYTES = 1024 * 1024;

/** Uploads the form's logo in place of the version that it names. */
export async function sendLogo(form: FormValues, signal: AbortSignal) {
  const chosen = chosenFile(form.file('logo'), MAX_BYTES, {
    missing: 'Choose a PNG, JPEG or WebP image.',
    tooLarge: 'A logo can have up to 1 MB.',
  });
  if (!chosen.ok) return actionResult<CompanyLogo>(chosen);
  const upload = { file: chosen.data, mediaType: 'application/octet-stream', ifMatch: form.text('etag') };
  return actionResult(
    await uploadSignedIn('CompanyLogoService.UpdateCurrentCompanyLogo', {}, upload, signal),
  );
}
