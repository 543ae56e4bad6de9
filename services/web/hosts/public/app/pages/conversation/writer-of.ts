import type { Message, MessageSide } from '@gatehouse/contract/wire';

/** Who wrote a message, for its reader. A member of the company is named with the company. */
export function writerOf(
  { side: writer, author_name, is_own }: Message,
  reader: MessageSide,
  otherName: string,
): string {
  if (is_own) return 'You';
  if (writer === 'applicant') return otherName;
  const name = author_name === '' ? 'A former member' : author_name;
  return reader === 'company' ? name : `${name}, ${otherName}`;
}
