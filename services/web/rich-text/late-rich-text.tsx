import { useEffect, useState } from 'react';
import { useOnDemand } from '#design/on-demand.ts';
import { RichText } from './rich-text.ts';
import type { RichText as Tree } from './tree.ts';

const loadParsedText = () => import('./parsed-text.tsx');

/**
 * A text of an entry page: the web tier has parsed it for the document; after the browser's loader it is shown as typed until the
 * parser has arrived, and without it.
 * @param blocks undefined: from the browser's loader.
 */
export function LateRichText({ source, blocks }: { source: string; blocks: Tree | undefined }) {
  // A reload of the page's data brings the same text without its blocks.
  const [first] = useState({ source, blocks });
  const { part, want } = useOnDemand(loadParsedText);
  const known = blocks ?? (first.source === source ? first.blocks : undefined);
  const isNeeded = known === undefined;
  useEffect(() => {
    if (isNeeded) want();
  }, [isNeeded, want]);
  if (known !== undefined) return <RichText blocks={known} />;
  return part === null ? source : <part.ParsedText source={source} />;
}
