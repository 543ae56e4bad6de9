import escapeHtml from 'escape-html';
import type { Block, Inline, RichText } from './tree.ts';

/** A parsed text as HTML, for readers outside our pages. Links are their texts. */
export function htmlOf(blocks: RichText): string {
  return blocks.map(blockHtml).join('');
}

function blockHtml(block: Block): string {
  if (block.type === 'list') {
    const items = block.items.map((item) => `<li>${htmlOf(item)}</li>`).join('');
    if (block.start === null) return `<ul>${items}</ul>`;
    return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`;
  }
  const content = block.children.map(inlineHtml).join('');
  if (block.type === 'line') return content;
  return block.type === 'paragraph'
    ? `<p>${content}</p>`
    : `<h${block.level + 1}>${content}</h${block.level + 1}>`;
}

function inlineHtml(inline: Inline): string {
  if (typeof inline === 'string') return escapeHtml(inline).replaceAll('\n', '<br>');
  const content = inline.children.map(inlineHtml).join('');
  if (inline.type === 'link') return content;
  return inline.type === 'bold' ? `<strong>${content}</strong>` : `<em>${content}</em>`;
}
