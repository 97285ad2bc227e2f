import { afterEach, expect, it, vi } from 'vitest';
import { GridCanvas } from './grid-canvas.js';
import { GridModel } from './grid-model.js';
import { COLUMN_WIDTH, HEAD_HEIGHT, NAME_WIDTH, ROW_HEIGHT } from './grid-window.js';

const model = new GridModel({
  ...{ settingsVersion: 1, catalogVersion: 1, tags: ['a:1', 'a:2'], tagTotal: 2, variantTotal: 1 },
  namespaces: { name: ['a'], tags: [2] },
  products: { id: ['P'], name: ['Velvet'], image: [null], tags: [[]], catalogTags: [[]] },
  variants: {
    ...{ id: ['V'], product: [0], name: ['Rose'], color: [null], available: '1', tags: [[0]], catalogTags: [[]] },
  },
});

/** A canvas that keeps which rectangles were painted. */
function createCanvas() {
  const painted: number[][] = [];
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => (name === 'fillRect' ? (...given: number[]) => painted.push(given) : () => {}),
    set: () => true,
  });
  return {
    painted,
    canvas: { style: {}, width: 0, height: 0, getContext: () => context } as never as HTMLCanvasElement,
  };
}

afterEach(() => vi.unstubAllGlobals());

it('a cell with an unsaved change has a dot, and no other cell (docs/dashboard.md Y17.1)', () => {
  const { canvas, painted } = createCanvas();
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '14px' }));
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('document', { createElement: () => createCanvas().canvas });
  const grid = { clientWidth: 800, clientHeight: 400, scrollTop: 0, scrollLeft: 0 } as HTMLElement;
  const view = new GridCanvas(canvas, grid, 'unavailable');
  view.fit();
  const start = { row: 0, column: 0 };
  const paint = () => {
    painted.length = 0;
    view.paint({ model, rows: [0, 1], columns: [0, 1], selection: { anchor: start, active: start } });
    return painted.filter(([, , width, height]) => width === 5 && height === 5);
  };
  expect(paint()).toEqual([]);
  model.write([[1, 1, true]]);
  const [x, y] = [NAME_WIDTH + COLUMN_WIDTH, HEAD_HEIGHT + ROW_HEIGHT];
  const dots = paint();
  expect(dots).toHaveLength(1);
  expect(dots[0]?.[0]).toBeGreaterThan(x);
  expect(dots[0]?.[0]).toBeLessThan(x + COLUMN_WIDTH);
  expect(dots[0]?.[1]).toBeGreaterThan(y);
  expect(dots[0]?.[1]).toBeLessThan(y + ROW_HEIGHT);
  model.undo();
  expect(paint()).toEqual([]);
});
