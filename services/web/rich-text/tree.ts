/** A text in the subset of Markdown that job posts and companies have, as the tree that pages render (decision 0043). */
export type RichText = readonly Block[];

/** A part of a line. `\n` within a string is a line break that was typed. */
export type Inline =
  | string
  | { readonly type: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  /** A paragraph of a list without empty lines: it has no space around it. */
  | { readonly type: 'line'; readonly children: readonly Inline[] }
  /** Level 2 is below a heading of level 1. */
  | { readonly type: 'heading'; readonly level: 1 | 2; readonly children: readonly Inline[] }
  /** `start` is the first number; null: a bulleted list. */
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly RichText[] };
