import { useWebPage } from '#entry/web-page.ts';

/** The address at which users reach the people who run this site, as a link. */
export function ContactAddress({ text }: { text?: string }) {
  const { contact } = useWebPage();
  return <a href={`mailto:${contact}`}>{text ?? contact}</a>;
}
