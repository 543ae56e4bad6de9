import { parseSync } from '@swc/core';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Places where an error becomes "nothing is there": a `catch` that returns null or nothing, or a handler that does. */
export function catchesToNull(source: string): readonly string[] {
  const found: string[] = [];
  walk(
    parseSync(source, { syntax: 'typescript', tsx: true, target: 'es2024' }) as unknown as Node,
    (node) => {
      if (node.type === 'CatchClause' && returnsNothing(node['body'])) found.push('catch clause');
      const handler = rejectionHandler(node);
      if (handler !== null && yieldsNothing(handler)) found.push('rejection handler');
    },
  );
  return found;
}

/** The function that handles a rejection: of `.catch(f)` or `.then(_, f)`. */
function rejectionHandler(node: Node): Node | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node['callee'] as Node;
  const name = callee.type === 'MemberExpression' ? (callee['property'] as { value?: string }).value : '';
  const index = name === 'catch' ? 0 : name === 'then' ? 1 : -1;
  const argument = (node['arguments'] as { expression: Node }[])[index]?.expression;
  return argument !== undefined && /Function/.test(argument.type) ? argument : null;
}

function yieldsNothing(handler: Node): boolean {
  const body = handler['body'] as Node;
  const isBlock = body.type === 'FunctionBody' || body.type === 'BlockStatement';
  return isBlock ? returnsNothing(body) : isNothing(body);
}

function returnsNothing(body: unknown): boolean {
  let isFound = false;
  walk(body as Node, (node) => {
    if (node.type === 'ReturnStatement' && isNothing(node['argument'] as Node | null)) isFound = true;
  });
  return isFound;
}

function isNothing(node: Node | null | undefined): boolean {
  if (node === null || node === undefined) return true;
  return node.type === 'NullLiteral' || (node.type === 'Identifier' && node['value'] === 'undefined');
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && typeof node.type === 'string') visit(node as Node);
    for (const value of Object.values(node)) walk(value, visit);
  }
}
