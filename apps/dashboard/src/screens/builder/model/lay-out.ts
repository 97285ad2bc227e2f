/** A graph whose edges lead from earlier nodes to later ones. */
export interface Graph {
  /** In order. */
  nodes: readonly number[];
  edges: readonly (readonly [from: number, to: number])[];
}

/** Where a node is drawn, in cells. */
export interface Place {
  layer: number;
  row: number;
}

const SWEEPS = 4;

/**
 * Layers by the longest path that leads to a node, so that every edge leads to a later layer; within a layer by the mean place of the
 * neighbors, so that few edges cross. Equal graphs have equal layouts.
 */
export function layOut({ nodes, edges }: Graph): Map<number, Place> {
  const position = new Map(nodes.map((node, index) => [node, index]));
  const forward = edges.filter(([from, to]) => (position.get(from) ?? Infinity) < (position.get(to) ?? -1));
  const before = toNeighbors(nodes, forward, ([from, to]) => [to, from]);
  const after = toNeighbors(nodes, forward, ([from, to]) => [from, to]);
  const layerOf = new Map<number, number>();
  for (const node of nodes) {
    const layers = (before.get(node) ?? []).map((each) => layerOf.get(each) as number);
    layerOf.set(node, layers.length === 0 ? 0 : Math.max(...layers) + 1);
  }
  const layers: number[][] = [];
  for (const node of nodes) {
    const layer = layerOf.get(node) as number;
    layers[layer] = [...(layers[layer] ?? []), node];
  }
  const rowOf = new Map<number, number>();
  for (const layer of layers) setRows(layer, rowOf);
  let best = { crossings: countCrossings(forward, layerOf, rowOf), rows: new Map(rowOf) };
  for (let sweep = 0; sweep < SWEEPS && best.crossings > 0; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed()) {
      const neighbors = isDown ? before : after;
      const means = new Map(layer.map((node) => [node, mean(neighbors.get(node) ?? [], rowOf, rowOf.get(node) ?? 0)]));
      layer.sort(
        (a, b) =>
          (means.get(a) as number) - (means.get(b) as number) ||
          (position.get(a) as number) - (position.get(b) as number),
      );
      setRows(layer, rowOf);
    }
    const crossings = countCrossings(forward, layerOf, rowOf);
    if (crossings < best.crossings) best = { crossings, rows: new Map(rowOf) };
  }
  return new Map(
    nodes.map((node) => [node, { layer: layerOf.get(node) as number, row: best.rows.get(node) as number }]),
  );
}

function toNeighbors(
  nodes: readonly number[],
  edges: Graph['edges'],
  toPair: (edge: readonly [number, number]) => [number, number],
): Map<number, number[]> {
  const neighbors = new Map<number, number[]>(nodes.map((node) => [node, []]));
  for (const edge of edges) {
    const [of, neighbor] = toPair(edge);
    neighbors.get(of)?.push(neighbor);
  }
  return neighbors;
}

function setRows(layer: readonly number[], rowOf: Map<number, number>): void {
  for (const [row, node] of layer.entries()) rowOf.set(node, row);
}

/** A node without neighbors stays where it is. */
const mean = (neighbors: readonly number[], rowOf: ReadonlyMap<number, number>, own: number): number =>
  neighbors.length === 0 ? own : neighbors.reduce((sum, each) => sum + (rowOf.get(each) ?? 0), 0) / neighbors.length;

/** Pairs of edges between the same two layers that cross. */
export function countCrossings(
  edges: Graph['edges'],
  layerOf: ReadonlyMap<number, number>,
  rowOf: ReadonlyMap<number, number>,
): number {
  const groups = new Map<string, [number, number][]>();
  for (const [from, to] of edges) {
    const key = `${layerOf.get(from)} ${layerOf.get(to)}`;
    const rows: [number, number] = [rowOf.get(from) ?? 0, rowOf.get(to) ?? 0];
    groups.set(key, [...(groups.get(key) ?? []), rows]);
  }
  let crossings = 0;
  for (const group of groups.values()) {
    for (const [index, [a, b]] of group.entries()) {
      for (const [c, d] of group.slice(index + 1)) if ((a - c) * (b - d) < 0) crossings++;
    }
  }
  return crossings;
}
