import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCrossings, type Graph, layOut } from './lay-out.js';

/** Conditions name questions before, so edges lead forward. */
const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 40 }).chain((size) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 0, max: size - 1 })), {
      selector: ([from, to]) => `${from} ${to}`,
      maxLength: 60,
    })
    .map((pairs) => ({
      nodes: Array.from({ length: size }, (_, index) => index),
      edges: pairs.filter(([from, to]) => from < to),
    })),
);

describe('the layout of the branching graph (docs/dashboard.md Y20)', () => {
  it('gives every node a place of its own, without gaps in a layer', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const places = layOut(graph);
        expect([...places.keys()]).toEqual(graph.nodes);
        const rows = new Map<number, number[]>();
        for (const { layer, row } of places.values()) rows.set(layer, [...(rows.get(layer) ?? []), row]);
        for (const layer of rows.values()) expect(layer.sort((a, b) => a - b)).toEqual(layer.map((_, index) => index));
        expect([...rows.keys()].sort((a, b) => a - b)).toEqual([...rows.keys()].map((_, index) => index));
      }),
    );
  });

  it('every edge leads to a later layer, and a node stands right behind its longest path', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const places = layOut(graph);
        const getLayer = (node: number) => places.get(node)?.layer ?? -1;
        for (const node of graph.nodes) {
          const before = graph.edges.filter(([, to]) => to === node).map(([from]) => getLayer(from));
          expect(getLayer(node)).toBe(Math.max(-1, ...before) + 1);
        }
      }),
    );
  });

  it('is the same for the same graph in another order of edges, and never has more crossings than the order of questions', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const places = layOut({ nodes, edges });
        expect(layOut({ nodes, edges: edges.toReversed() })).toEqual(places);
        const layers = new Map(nodes.map((node) => [node, places.get(node)?.layer ?? 0]));
        const asAsked = new Map<number, number>();
        const used = new Map<number, number>();
        for (const node of nodes) {
          const layer = layers.get(node) as number;
          asAsked.set(node, used.get(layer) ?? 0);
          used.set(layer, (used.get(layer) ?? 0) + 1);
        }
        const rows = new Map(nodes.map((node) => [node, places.get(node)?.row ?? 0]));
        expect(countCrossings(edges, layers, rows)).toBeLessThanOrEqual(countCrossings(edges, layers, asAsked));
      }),
    );
  });

  it('uncrosses two branches', () => {
    const places = layOut({
      nodes: [1, 2, 3, 4],
      edges: [
        [1, 4],
        [2, 3],
      ],
    });
    expect([3, 4].map((node) => places.get(node)?.row)).toEqual([1, 0]);
  });

  it('lays out four times as many questions in less than 40 times the time (Y20.4)', () => {
    /** The best of seven, milliseconds: another test may have the processor meanwhile. */
    const measure = (count: number) => {
      const nodes = Array.from({ length: count }, (_, index) => index);
      const edges = nodes.flatMap((to) => [1, 3, 7].flatMap((by) => (to >= by ? [[to - by, to] as const] : [])));
      const times = Array.from({ length: 7 }, () => {
        const begin = performance.now();
        layOut({ nodes, edges });
        return performance.now() - begin;
      });
      return Math.min(...times);
    };
    measure(50); // Compiles it.
    // Time that grows with the square of the number is 16 times as long, with its cube 64 times.
    expect(measure(200) / measure(50)).toBeLessThan(40);
  });
});
