import type { Document, FieldNode, ValueNode } from './parse-document.js';

/** An object that fields are read from: plain values, or functions of the field's arguments. */
export type Source = { [field: string]: unknown };
type Arguments = Record<string, unknown>;
export type Resolver = (args: Arguments) => unknown;

/** Reads the selected fields. The document was checked before. */
export function execute(document: Document, root: Source, variables: Record<string, unknown>): Source {
  const known: Arguments = {};
  for (const { name, fallback } of document.variables)
    known[name] = variables[name] ?? (fallback && plain(fallback, {}));
  return select(document.selection, root, known);
}

/** The selected fields of one object, under their keys. */
export function select(selection: readonly FieldNode[], source: Source, variables: Arguments): Source {
  return Object.fromEntries(
    selection.map((field) => [field.key, selectFields(field, fieldValue(field, source, variables), variables)]),
  );
}

/** What a field holds, before anything is selected of it. */
export function fieldValue(field: FieldNode, source: Source, variables: Arguments): unknown {
  const value = source[field.name];
  if (typeof value !== 'function') return value ?? null;
  const args = Object.entries(field.args).map(([name, node]) => [name, plain(node, variables)]);
  return (value as Resolver)(Object.fromEntries(args)) ?? null;
}

function selectFields(field: FieldNode, value: unknown, variables: Arguments): unknown {
  if (!field.selection || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(field, item, variables));
  return select(field.selection, value as Source, variables);
}

function plain(node: ValueNode, variables: Arguments): unknown {
  switch (node.kind) {
    case 'variable':
      return variables[node.name] ?? null;
    case 'list':
      return node.items.map((item) => plain(item, variables));
    case 'object':
      return Object.fromEntries(Object.entries(node.fields).map(([name, value]) => [name, plain(value, variables)]));
    case 'enum':
      return node.name;
    default:
      return node.value;
  }
}
