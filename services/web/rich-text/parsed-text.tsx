import { useMemo } from 'react';
import { parseRichText } from './parse.ts';
import { RichText } from './rich-text.ts';

/** A text that the browser parses: loaded on demand, never rendered on the server. */
export function ParsedText({ source }: { source: string }) {
  const blocks = useMemo(() => parseRichText(source), [source]);
  return <RichText blocks={blocks} />;
}
