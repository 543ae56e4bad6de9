import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

interface ElementProps {
  readonly rel?: string;
  readonly fetchPriority?: 'low';
  readonly children?: ReactNode;
}

/**
 * React Router's scripts, at low priority. Browsers give a `modulepreload` that of a font, so on a slow line the scripts would
 * delay the style sheet and the fonts, which the first paint needs.
 */
export function LowPriorityScripts({ nonce }: { nonce: string | undefined }) {
  // A call in place of an element: the elements that it returns are the only place where the links can be reached.
  const scripts = Scripts({ nonce }) as ReactElement<ElementProps> | null;
  return Children.map(scripts?.props.children, (child) =>
    isValidElement<ElementProps>(child) && child.props.rel === 'modulepreload'
      ? cloneElement(child, { fetchPriority: 'low' })
      : child,
  );
}
