import { type Handler, onlyRow, statement } from '@gatehouse/boundary';

const FIND_LOGO = statement<{ image: Uint8Array }>(
  'find_admin_company_logo',
  'select image from employer.company_logos where company_id = $1 and hash = $2',
  { indexes: ['company_logos_pkey'] },
);

const REMOVE_LOGO = statement<{ is_removed: boolean }>(
  'remove_company_logo',
  'select employer.remove_company_logo($1, $2, $3) as is_removed',
);

/** The logo of a company, whatever its condition. */
export const getAdminCompanyLogo: Handler<'ModerationService.GetAdminCompanyLogo'> = async (
  context,
  { company_id, hash },
) => {
  const [row] = await context.read.query(FIND_LOGO, [company_id, hash]);
  return row === undefined ? context.refuse('not_found') : { bytes: row.image };
};

/**
 * Removes the logo that the caller has seen, and keeps it from coming back (G2). In force once answered: the company's lock
 * waits for an upload that is being written, and later ones find the image removed (G1).
 */
export const removeCompanyLogo: Handler<'ModerationService.RemoveCompanyLogo'> = (context, input) => {
  const { company_id, hash } = input;
  return context.transaction(
    async (tx) => {
      const values = [company_id, hash, input.owner_reason.trim()];
      const { is_removed } = onlyRow(await tx.query(REMOVE_LOGO, values), 'whether it is removed');
      if (!is_removed) return context.refuse('not_found');
      await tx.audit({
        action: 'company.logo_removed',
        subject_kind: 'company',
        subject_id: company_id,
        reason: input.reason.trim(),
      });
      return null;
    },
    { locks: [{ kind: 'company', id: company_id, mode: 'exclusive' }] },
  );
};
