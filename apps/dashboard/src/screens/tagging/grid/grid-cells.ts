import type { GridContent, GridTexts } from './grid-content.js';
import { COLUMN_WIDTH, getColumnWindow, getRowWindow, listLines, NAME_WIDTH, ROW_HEIGHT } from './grid-window.js';
import { LinePool } from './line-pool.js';
import { getCorners } from './selection.js';

const createElement = (role: string, className: string): HTMLElement => {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className;
  return element;
};

class Cell {
  readonly element = createElement('gridcell', 'tag-grid-cell');
  #label = '';

  constructor() {
    this.element.tabIndex = -1;
  }

  place(column: number): void {
    this.element.style.left = `${NAME_WIDTH + column * COLUMN_WIDTH}px`;
    this.element.ariaColIndex = String(column + 2);
  }

  show(label: string, isLocked: boolean, isSelected: boolean, isActive: boolean): void {
    if (label !== this.#label) {
      this.#label = label;
      this.element.ariaLabel = label;
      this.element.ariaReadOnly = isLocked ? 'true' : null;
    }
    const selected = String(isSelected);
    if (this.element.ariaSelected !== selected) this.element.ariaSelected = selected;
    const tabIndex = isActive ? 0 : -1;
    if (this.element.tabIndex !== tabIndex) this.element.tabIndex = tabIndex;
  }
}

class Row {
  readonly element = createElement('row', 'tag-grid-row');
  readonly header = createElement('rowheader', 'tag-grid-name');
  readonly cells = new LinePool<Cell>(
    () => {
      const cell = new Cell();
      this.element.append(cell.element);
      return cell;
    },
    ({ element }) => element.remove(),
  );

  constructor() {
    this.header.ariaColIndex = '1';
    this.element.append(this.header);
  }

  place(row: number): void {
    this.element.style.top = `${row * ROW_HEIGHT}px`;
    this.element.ariaRowIndex = String(row + 2);
  }
}

class Head {
  readonly element = createElement('columnheader', 'tag-grid-column');

  place(column: number): void {
    this.element.style.left = `${NAME_WIDTH + column * COLUMN_WIDTH}px`;
    this.element.ariaColIndex = String(column + 2);
  }
}

/**
 * The cells of the grid as assistive technology sees them: elements with roles, names and the focus, without a picture, which
 * `GridCanvas` paints. Elements that scroll out are used again for those that scroll in.
 */
export class GridCells {
  readonly #grid: HTMLElement;
  readonly #texts: GridTexts;
  readonly #rows: LinePool<Row>;
  readonly #heads: LinePool<Head>;

  /** @param head - the row of headings. @param body - the group of rows. */
  constructor(grid: HTMLElement, head: HTMLElement, body: HTMLElement, texts: GridTexts) {
    this.#grid = grid;
    this.#texts = texts;
    this.#rows = new LinePool(
      () => {
        const row = new Row();
        body.append(row.element);
        return row;
      },
      ({ element }) => element.remove(),
    );
    this.#heads = new LinePool(
      () => {
        const heading = new Head();
        head.append(heading.element);
        return heading;
      },
      ({ element }) => element.remove(),
    );
  }

  getActive = ({ selection: { active } }: GridContent): HTMLElement | undefined =>
    this.#rows.get(active.row)?.cells.get(active.column)?.element;

  /** @param isWhole - false: rows that stay are brought up to date later, except the active one. */
  show(content: GridContent, isWhole: boolean): void {
    const { model, rows, columns, selection } = content;
    const { active } = selection;
    const { from, to } = getCorners(selection);
    const shownColumns = listLines(getColumnWindow(this.#grid, columns.length), active.column, columns.length);
    this.#heads.assign(shownColumns, (head, column) => head.place(column));
    for (const [column, { element }] of this.#heads.entries()) {
      const tag = model.tags[columns[column] ?? 0] ?? '';
      if (element.textContent !== tag) element.textContent = tag;
    }
    const placed = new Set<number>([active.row]);
    this.#rows.assign(listLines(getRowWindow(this.#grid, rows.length), active.row, rows.length), (slot, row) => {
      slot.place(row);
      placed.add(row);
    });
    for (const [row, slot] of this.#rows.entries()) {
      if (!isWhole && !placed.has(row)) continue;
      const modelRow = rows[row] ?? 0;
      const name = this.#texts.nameRow(model, modelRow);
      if (slot.header.textContent !== name) slot.header.textContent = name;
      const isInside = row >= from.row && row <= to.row;
      slot.cells.assign(shownColumns, (cell, column) => cell.place(column));
      for (const [column, cell] of slot.cells.entries()) {
        const modelColumn = columns[column] ?? 0;
        cell.show(
          this.#texts.nameCell(model, modelRow, modelColumn, name),
          model.getState(modelRow, modelColumn) === 'LOCKED',
          isInside && column >= from.column && column <= to.column,
          row === active.row && column === active.column,
        );
      }
    }
  }

  /** Screen readers read elements in their order, which recycling changes. The active cell is not moved, since it may have the focus. */
  sort({ selection: { active } }: GridContent): void {
    const rows = [...this.#rows.entries()].sort(byLine);
    sortElements(
      rows.map(([, { element }]) => element),
      this.#rows.get(active.row)?.element,
    );
    for (const [row, { cells }] of rows) {
      sortElements(
        [...cells.entries()].sort(byLine).map(([, { element }]) => element),
        row === active.row ? cells.get(active.column)?.element : undefined,
      );
    }
    sortElements([...this.#heads.entries()].sort(byLine).map(([, { element }]) => element));
  }

  remove(): void {
    this.#rows.assign([], () => {});
    this.#heads.assign([], () => {});
  }
}

const byLine = ([a]: [number, unknown], [b]: [number, unknown]) => a - b;

/** Moves elements only where their order is another one. @param fixed - stays in place. */
function sortElements(elements: readonly HTMLElement[], fixed: HTMLElement | undefined = elements[0]): void {
  const index = fixed ? elements.indexOf(fixed) : 0;
  for (let at = index - 1; at >= 0; at--) {
    const [element, next] = [elements[at], elements[at + 1]];
    if (element && next && element.nextElementSibling !== next) next.before(element);
  }
  for (let at = index + 1; at < elements.length; at++) {
    const [previous, element] = [elements[at - 1], elements[at]];
    if (element && previous && previous.nextElementSibling !== element) previous.after(element);
  }
}
