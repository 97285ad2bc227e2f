import { type TypeRef, typeRef } from './parse-schema.js';
import { Tokens } from './tokens.js';

/** A value as a document writes it. */
export type ValueNode =
  | { kind: 'variable'; name: string }
  | { kind: 'scalar'; value: string | number | boolean | null }
  | { kind: 'enum'; name: string }
  | { kind: 'list'; items: ValueNode[] }
  | { kind: 'object'; fields: Record<string, ValueNode> };

export interface FieldNode {
  /** Its alias, or its name. */
  key: string;
  name: string;
  args: Record<string, ValueNode>;
  /** Undefined: nothing is selected of it. */
  selection: FieldNode[] | undefined;
}

/** One operation; fragments and directives are not read. */
export interface Document {
  operation: 'query' | 'mutation';
  variables: { name: string; type: TypeRef; fallback: ValueNode | undefined }[];
  selection: FieldNode[];
}

/** @throws SyntaxError */
export function parseDocument(text: string): Document {
  const tokens = new Tokens(text);
  let operation: Document['operation'] = 'query';
  let variables: Document['variables'] = [];
  if (tokens.is('name')) {
    const word = tokens.take('name');
    if (word !== 'query' && word !== 'mutation') throw new SyntaxError(`syntax error, unexpected ${word}`);
    operation = word;
    tokens.skip('name');
    if (tokens.is('(')) variables = tokens.many('(', ')', () => variable(tokens));
  }
  const selection = parseSelection(tokens);
  if (!tokens.isAtEnd) throw new SyntaxError('Exactly one operation is read.');
  return { operation, variables, selection };
}

function variable(tokens: Tokens) {
  tokens.take('$');
  const name = tokens.take('name');
  tokens.take(':');
  return { name, type: typeRef(tokens), fallback: tokens.skip('=') ? value(tokens) : undefined };
}

function parseSelection(tokens: Tokens): FieldNode[] {
  const fields = tokens.many('{', '}', () => {
    const key = tokens.take('name');
    const name = tokens.skip(':') ? tokens.take('name') : key;
    const args = tokens.is('(') ? Object.fromEntries(tokens.many('(', ')', () => named(tokens))) : {};
    return { key, name, args, selection: tokens.is('{') ? parseSelection(tokens) : undefined };
  });
  if (fields.length === 0) throw new SyntaxError('syntax error, unexpected }, a selection names at least one field');
  return fields;
}

function named(tokens: Tokens): [string, ValueNode] {
  const name = tokens.take('name');
  tokens.take(':');
  return [name, value(tokens)];
}

export function value(tokens: Tokens): ValueNode {
  if (tokens.skip('$')) return { kind: 'variable', name: tokens.take('name') };
  if (tokens.is('[')) return { kind: 'list', items: tokens.many('[', ']', () => value(tokens)) };
  if (tokens.is('{')) return { kind: 'object', fields: Object.fromEntries(tokens.many('{', '}', () => named(tokens))) };
  const { kind, text } = tokens.next();
  if (kind === 'string') return { kind: 'scalar', value: text };
  if (kind === 'number') return { kind: 'scalar', value: Number(text) };
  if (kind !== 'name') throw new SyntaxError(`syntax error, unexpected ${text}`);
  if (text === 'null') return { kind: 'scalar', value: null };
  return text === 'true' || text === 'false'
    ? { kind: 'scalar', value: text === 'true' }
    : { kind: 'enum', name: text };
}
