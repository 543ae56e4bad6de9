import { optionalRead } from '#api/page-reads.ts';

/** The templates that a message can begin with: a company has at most 50. */
export const readTemplates = () =>
  optionalRead('MessageTemplateService.ListMessageTemplates', { cursor: '', limit: 100 });
