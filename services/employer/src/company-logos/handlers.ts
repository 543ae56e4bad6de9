import { type HandlersOf, statement } from '@gatehouse/boundary';
import { createUpdateCurrentCompanyLogo } from './upload.ts';
import { type LogoOptions, requireLogoVersion, writeLogo } from './write-logo.ts';

const FIND_IMAGE = statement<{ image: Uint8Array }>(
  'find_own_logo_image',
  'select image from employer.company_logos where company_id = $1 and hash = $2',
  { indexes: ['company_logos_pkey'] },
);

/** The logo of the caller's company. @param options what `writeLogo` needs. */
export const createCompanyLogoHandlers = (options: LogoOptions): HandlersOf<'CompanyLogoService'> => ({
  'CompanyLogoService.UpdateCurrentCompanyLogo': createUpdateCurrentCompanyLogo(options),

  'CompanyLogoService.DeleteCurrentCompanyLogo': (context) =>
    context.transaction(async (tx) => {
      const current = await requireLogoVersion(tx);
      return current.hash === undefined ? current : writeLogo(tx, null, options);
    }),

  'CompanyLogoService.GetCurrentCompanyLogoImage': async (context, { hash }) => {
    const [row] = await context.read.query(FIND_IMAGE, [context.org_company.id, hash]);
    return row === undefined ? context.refuse('not_found') : { bytes: row.image };
  },
});
