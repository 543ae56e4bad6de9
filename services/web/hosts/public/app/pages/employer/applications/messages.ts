import { optionalRead, type PageAddress } from '#api/page-reads.ts';
import { OLDER_PARAMETER } from '../../conversation/older-parameter.ts';

/** The messages on an application; an applicant who is a member does not see them as the company. */
export const readMessages = ({ url, params }: PageAddress) =>
  optionalRead('ApplicationMessageService.ListApplicationMessages', {
    application_id: params['id'] ?? '',
    cursor: url.searchParams.get(OLDER_PARAMETER) ?? '',
    limit: 20,
  });
