import { type PageAddress, read } from '#api/page-reads.ts';
import { OLDER_PARAMETER } from '../conversation/older-parameter.ts';

/** The messages on an own application. */
export const readMessages = ({ url, params }: PageAddress) =>
  read('TalentMessageService.ListTalentMessages', {
    application_id: params['id'] ?? '',
    cursor: url.searchParams.get(OLDER_PARAMETER) ?? '',
    limit: 20,
  });
