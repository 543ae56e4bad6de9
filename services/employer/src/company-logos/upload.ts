import { buffer } from 'node:stream/consumers';
import { type Handler, onlyRow, refuse, statement, TransferLimits } from '@gatehouse/boundary';
import { makeLogo } from './make-logo.ts';
import { hashOf, isRemovedByStaff, type LogoOptions, requireLogoVersion, writeLogo } from './write-logo.ts';

/** Uploads that a user may begin on one day. */
const MAX_A_DAY = 30;

/**
 * An upload that hangs does not keep its user from another try. Each upload is in memory while it arrives, with 1 MB at
 * most.
 */
const uploads = new TransferLimits({ what: 'uploads', perAccount: 2, perNetwork: 8, inProcess: 32 });

const BEGIN_UPLOAD = statement<{ may_begin: boolean }>(
  'begin_logo_upload',
  'select employer.begin_logo_upload($1, $2) as may_begin',
);

type UpdateLogo = Handler<'CompanyLogoService.UpdateCurrentCompanyLogo'>;

/**
 * Takes an image, makes a logo of it, and writes it in a transaction that repeats the access check. Nothing holds a lock
 * while the client sends or the image is decoded, and an upload of a caller whose access has ended writes nothing (G1).
 */
export const createUpdateCurrentCompanyLogo =
  (options: LogoOptions): UpdateLogo =>
  (context) =>
    uploads.run({ accountId: context.facts.identities_user.id, address: context.client.address }, () =>
      upload(context, options),
    );

async function upload(context: Parameters<UpdateLogo>[0], options: LogoOptions): ReturnType<UpdateLogo> {
  await begin(context);
  const image = await makeLogo(await buffer(context.upload), context.facts.identities_user.id);
  if (image === null) return refuseBusy();
  if ('problem' in image) return context.refuse('image_invalid', { detail: image.problem });
  return context.transaction(async (tx) => {
    const current = await requireLogoVersion(tx);
    const hash = hashOf(image);
    if (hash === current.hash) return current;
    if (await isRemovedByStaff(tx, hash)) {
      return context.refuse('logo_removed_by_staff', { detail: 'Choose another image.' });
    }
    return writeLogo(tx, image, options);
  });
}

async function begin(context: Parameters<UpdateLogo>[0]): Promise<void> {
  const { may_begin } = await context.transaction(async (tx) => {
    // The version that counts is the one when the logo is written; an older one need not send its image first.
    await requireLogoVersion(tx);
    return onlyRow(await tx.query(BEGIN_UPLOAD, [tx.facts.identities_user.id, MAX_A_DAY]), 'the function');
  });
  if (may_begin) return;
  refuse('rate_limited', {
    detail: `You have uploaded ${MAX_A_DAY} logos today. Try again tomorrow.`,
    retryAfterSeconds: 3600,
  });
}

function refuseBusy(): never {
  refuse('dependency_unavailable', {
    detail: 'Too many images are being uploaded. Try again in a few seconds.',
    retryAfterSeconds: 5,
  });
}
