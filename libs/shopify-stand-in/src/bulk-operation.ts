import { adminDocumentProblems } from './admin-schema.js';
import { fieldValue, type Source, select } from './graphql/execute.js';
import { type FieldNode, parseDocument } from './graphql/parse-document.js';
import { gid } from './product.js';

export type BulkStatus = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';

export interface BulkOperation {
  id: string;
  query: string;
  type: 'QUERY';
  status: BulkStatus;
  errorCode: string | null;
  createdAt: string;
  completedAt: string | null;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string | null;
  partialDataUrl: string | null;
}

/** What a bulk query writes: one line a node, those of nested connections with the id of their parent. */
export interface BulkResult {
  lines: string[];
  rootCount: number;
}

/** What is wrong with a bulk query, in the words of Shopify; empty: it can run. */
export function bulkQueryProblems(text: string): string[] {
  const problems = adminDocumentProblems(text);
  if (problems.length > 0) return problems;
  const { operation, selection } = parseDocument(text);
  if (operation !== 'query') return ['Bulk queries cannot hold mutations.'];
  if (selection.length !== 1) return ['Bulk queries must specify a single top-level field.'];
  if (!isConnection(selection[0] as FieldNode)) return ['Bulk queries must contain at least one connection.'];
  return [];
}

/**
 * Runs a bulk query immediately. Without grouping, children may be anywhere after the root objects, as the documentation leaves open.
 * @param random - in [0, 1); shuffles what is not grouped.
 */
export function runBulkQuery(text: string, root: Source, groupObjects: boolean, random: () => number): BulkResult {
  const [field] = parseDocument(text).selection as [FieldNode];
  const roots: string[] = [];
  const grouped: string[] = [];
  const children: string[] = [];
  for (const node of bulkNodes(field, root)) {
    const line = JSON.stringify(write(field, node, (child) => children.push(child)));
    roots.push(line);
    if (groupObjects) grouped.push(line, ...children.splice(0));
  }
  const lines = groupObjects ? grouped : [...roots, ...shuffled(children, random)];
  return { lines, rootCount: roots.length };
}

/** A node without its connections, whose nodes are written on lines of their own. */
function write(field: FieldNode, node: Source, onChild: (line: string) => void): Source {
  const selection = nodeSelection(field);
  const own = selection.filter((member) => !isConnection(member));
  for (const nested of selection.filter(isConnection)) {
    for (const child of bulkNodes(nested, node)) {
      onChild(JSON.stringify({ ...write(nested, child, onChild), __parentId: node.id }));
    }
  }
  return select(own, node, {});
}

const isConnection = (field: FieldNode): boolean =>
  field.selection?.some(({ name }) => name === 'edges' || name === 'nodes') ?? false;

function nodeSelection(field: FieldNode): FieldNode[] {
  const edges = field.selection?.find(({ name }) => name === 'edges');
  const node = (edges?.selection ?? field.selection)?.find(({ name }) => name === 'node' || name === 'nodes');
  return node?.selection ?? [];
}

const bulkNodes = (field: FieldNode, source: Source): Source[] =>
  fieldValue({ ...field, args: { ...field.args, bulk: { kind: 'scalar', value: true } } }, source, {}) as Source[];

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let place = result.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [result[place], result[other]] = [result[other] as T, result[place] as T];
  }
  return result;
}

/** A new operation that has done nothing yet. */
export function newOperation(number: number, query: string, now: Date): BulkOperation {
  return {
    id: gid('BulkOperation', number),
    query,
    type: 'QUERY',
    status: 'CREATED',
    errorCode: null,
    createdAt: now.toISOString(),
    completedAt: null,
    objectCount: '0',
    rootObjectCount: '0',
    fileSize: null,
    url: null,
    partialDataUrl: null,
  };
}
