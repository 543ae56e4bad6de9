import { useDeferredValue } from 'react';
import { DetailsOnDemand } from '#design/details-on-demand.tsx';

const loadParsedText = () => import('./parsed-text.tsx');

/** Below a text as it was typed: shows it as visitors see it, on demand. */
export function FormattedText({ source, onOpen }: { source: string; onOpen?: () => void }) {
  const shown = useDeferredValue(source);
  return (
    <DetailsOnDemand
      summary="Formatted text"
      className="disclosure formatted"
      load={loadParsedText}
      onOpen={onOpen}
    >
      {({ ParsedText }) => (
        <div className="prose rich-text" dir="auto">
          {shown.trim() === '' ? 'No text yet' : <ParsedText source={shown} />}
        </div>
      )}
    </DetailsOnDemand>
  );
}
