import { createElement, Fragment, type ReactNode } from 'react';
import type { Block, Inline, RichText as Tree } from './tree.ts';

/** A parsed text, for an element of the classes `prose` and `rich-text`. Its headings have the levels 2 and 3. */
export function RichText({ blocks }: { blocks: Tree }) {
  return contentOf(blocks);
}

/** As children of an element, and not as a list of it, the parts need no keys. */
function contentOf(blocks: Tree): ReactNode {
  return createElement(Fragment, null, ...blocks.map(blockElement));
}

function blockElement(block: Block): ReactNode {
  const dir = 'auto';
  if (block.type === 'list') {
    // Their list has the direction: it knows none of items with one of their own.
    const items = block.items.map((item) => createElement('li', null, contentOf(item)));
    return block.start === null
      ? createElement('ul', { dir }, ...items)
      : createElement('ol', { dir, start: block.start }, ...items);
  }
  const children = block.children.map(inlineElement);
  if (block.type === 'line') return createElement(Fragment, null, ...children);
  const element = block.type === 'paragraph' ? 'p' : block.level === 1 ? 'h2' : 'h3';
  return createElement(element, { dir }, ...children);
}

function inlineElement(inline: Inline): ReactNode {
  if (typeof inline === 'string') return inline;
  const children = inline.children.map(inlineElement);
  if (inline.type === 'link') {
    return createElement('a', { href: inline.href, rel: 'nofollow ugc noopener' }, ...children);
  }
  return createElement(inline.type === 'bold' ? 'strong' : 'em', null, ...children);
}
