/** A place in the grid as it is shown: indexes of shown rows and columns. */
export interface Place {
  row: number;
  column: number;
}

/** The selected rectangle: from where the selection began to the active cell. */
export interface Selection {
  anchor: Place;
  active: Place;
}

export interface Size {
  rows: number;
  columns: number;
  /** Rows that are visible at a time. */
  page: number;
}

export const START: Selection = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };

/** The first and the last cell of a rectangle. */
export interface Corners {
  from: Place;
  to: Place;
}

export const getCorners = ({ anchor, active }: Selection): Corners => ({
  from: { row: Math.min(anchor.row, active.row), column: Math.min(anchor.column, active.column) },
  to: { row: Math.max(anchor.row, active.row), column: Math.max(anchor.column, active.column) },
});

/** A selection that fits into the grid, after rows or columns were filtered. */
export function fit({ anchor, active }: Selection, { rows, columns }: Size): Selection {
  const inside = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  return { anchor: inside(anchor), active: inside(active) };
}

/** A key with its modifiers; `isControl` is Control, or Command on a Mac. */
interface Key {
  key: string;
  isControl: boolean;
  isShift: boolean;
}

/**
 * Where a key leads; undefined: it does not move.
 * @param isFilled - whether a cell has a tag: Control and an arrow lead to the edge of a run.
 */
export function move(
  selection: Selection,
  { key, isControl, isShift }: Key,
  size: Size,
  isFilled: (place: Place) => boolean,
): Selection | undefined {
  const { anchor, active } = selection;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  if (key === ' ' && isControl)
    return { anchor: { row: 0, column: anchor.column }, active: { row: last.row, column: active.column } };
  if (key === ' ' && isShift)
    return { anchor: { row: anchor.row, column: 0 }, active: { row: active.row, column: last.column } };
  if (key === 'a' && isControl) return { anchor: { row: 0, column: 0 }, active: last };
  if (key === 'Escape') return { anchor: active, active };
  const next = getNext(active, { key, isControl }, size, isFilled);
  if (!next) return undefined;
  const fitting = fit({ anchor: next, active: next }, size).active;
  return { anchor: isShift ? anchor : fitting, active: fitting };
}

function getNext(
  active: Place,
  { key, isControl }: Omit<Key, 'isShift'>,
  size: Size,
  isFilled: (place: Place) => boolean,
): Place | undefined {
  const step = ARROWS[key];
  if (step) return isControl ? findEdge(active, step, size, isFilled) : add(active, step);
  switch (key) {
    case 'Home':
      return { row: isControl ? 0 : active.row, column: 0 };
    case 'End':
      return { row: isControl ? size.rows - 1 : active.row, column: size.columns - 1 };
    case 'PageUp':
      return { ...active, row: active.row - size.page };
    case 'PageDown':
      return { ...active, row: active.row + size.page };
    default:
      return undefined;
  }
}

const ARROWS: Readonly<Record<string, Place | undefined>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const add = (a: Place, b: Place): Place => ({ row: a.row + b.row, column: a.column + b.column });

/** The end of the run that the next cell is in, or the first cell of the next run, or the edge of the grid. */
function findEdge(from: Place, step: Place, size: Size, isFilled: (place: Place) => boolean): Place {
  const isInside = ({ row, column }: Place) => row >= 0 && column >= 0 && row < size.rows && column < size.columns;
  let at = from;
  let next = add(at, step);
  if (!isInside(next)) return from;
  const inRun = isFilled(from) && isFilled(next);
  while (isInside(next) && (inRun ? isFilled(next) : true)) {
    at = next;
    if (!inRun && isFilled(at)) break;
    next = add(at, step);
  }
  return at;
}

/** The rectangle that a fill from another one reaches when its handle is dragged to a place: down, up, right or left. */
export function extend({ from, to }: Corners, { row, column }: Place): Corners {
  const rows = Math.max(from.row - row, row - to.row, 0);
  const columns = Math.max(from.column - column, column - to.column, 0);
  return rows >= columns
    ? {
        from: { ...from, row: Math.min(from.row, row) },
        to: { ...to, row: Math.max(to.row, row) },
      }
    : {
        from: { ...from, column: Math.min(from.column, column) },
        to: { ...to, column: Math.max(to.column, column) },
      };
}

/**
 * What Control and D, or R, copy: the first row, or column, of the selection; of a selection of one row, the one above it.
 * Undefined: there is none above.
 */
export function getFill(
  selected: Corners,
  direction: 'DOWN' | 'RIGHT',
): { source: Corners; target: Corners } | undefined {
  const line = direction === 'DOWN' ? 'row' : 'column';
  const { from, to } = selected;
  const first = from[line] === to[line] ? from[line] - 1 : from[line];
  if (first < 0) return undefined;
  const start = { ...from, [line]: first };
  return { source: { from: start, to: { ...to, [line]: first } }, target: { from: start, to } };
}
