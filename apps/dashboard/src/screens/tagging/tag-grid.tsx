// biome-ignore-all lint/a11y/useSemanticElements: a table has no cells that are not rendered; roles and indexes say where the rendered ones are.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid is in the tab order, the active one.
import { Text } from '@mantine/core';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../../i18n/i18n.js';
import type { CellState, GridModel } from './grid-model.js';
import { fit, getCorners, move, type Place, type Selection } from './selection.js';
import './tagging.css';
import { COLUMN_WIDTH, HEAD_HEIGHT, NAME_WIDTH, ROW_HEIGHT, useWindow } from './use-window.js';

/** What a user does with the grid; places are those that are shown. */
export interface GridActions {
  onToggle(): void;
  onClear(): void;
  /** Copies the first row, or column, of the selection to the others. */
  onFill(direction: 'DOWN' | 'RIGHT'): void;
  onUndo(): void;
  onRedo(): void;
  onPaste(text: string): void;
  /** @returns the text of the clipboard. */
  onCopy(options: { withHeaders: boolean; isCut: boolean }): string;
}

interface GridProps extends GridActions {
  model: GridModel;
  /** Rows and columns of the model that are shown. */
  rows: readonly number[];
  columns: readonly number[];
  selection: Selection;
  onSelect(selection: Selection): void;
  /** Rises with each change of the model. */
  revision: number;
}

const SIGNS: Readonly<Record<CellState, string>> = { SET: '●', LOCKED: '◐', MIXED: '–', EMPTY: '○' };

/** The grid of tags: only visible cells are rendered, one cell is in the tab order, one listener on the grid hears all. */
export function TagGrid(props: GridProps) {
  const { model, rows, columns, onSelect } = props;
  const { t } = useI18n();
  const grid = useRef<HTMLDivElement>(null);
  const [isDragging, setDragging] = useState(false);
  const window = useWindow(grid, { rows: rows.length, columns: columns.length });
  const size = { rows: rows.length, columns: columns.length, page: window.page };
  const selection = fit(props.selection, size);
  const { active } = selection;
  const corners = getCorners(selection);

  const shownRows = useMemo(
    () => listLines(window.rows, active.row, rows.length),
    [window.rows, active.row, rows.length],
  );
  const shownColumns = useMemo(
    () => listLines(window.columns, active.column, columns.length),
    [window.columns, active.column, columns.length],
  );

  const hasFocus = () => grid.current?.contains(document.activeElement) === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the active cell scrolls; the user may scroll away from it.
  useLayoutEffect(() => {
    if (grid.current && hasFocus()) reveal(grid.current, active);
  }, [active.row, active.column]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the active cell, once that is rendered.
  useLayoutEffect(() => {
    if (hasFocus()) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [active.row, active.column, shownRows, shownColumns]);
  useEffect(() => {
    if (!isDragging) return;
    const end = () => setDragging(false);
    addEventListener('mouseup', end);
    return () => removeEventListener('mouseup', end);
  }, [isDragging]);

  const isFilled = ({ row, column }: Place) => model.getState(rows[row] ?? 0, columns[column] ?? 0) !== 'EMPTY';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey) return;
    const key = {
      key: event.key.length === 1 ? event.key.toLowerCase() : event.key,
      isControl: event.ctrlKey || event.metaKey,
      isShift: event.shiftKey,
    };
    const moved = move(selection, key, size, isFilled);
    const done = moved ? onSelect(moved) : act(key);
    if (moved || done !== false) event.preventDefault();
  }

  /** @returns false: the key means nothing here. */
  function act({ key, isControl, isShift }: { key: string; isControl: boolean; isShift: boolean }): undefined | false {
    if (!isControl && key === ' ') return void props.onToggle();
    if (!isControl && (key === 'Delete' || key === 'Backspace')) return void props.onClear();
    if (!isControl) return false;
    if (key === 'z') return void (isShift ? props.onRedo() : props.onUndo());
    if (key === 'y') return void props.onRedo();
    if (key === 'd') return void props.onFill('DOWN');
    if (key === 'r') return void props.onFill('RIGHT');
    if (key === 'c' && isShift) {
      return void navigator.clipboard.writeText(props.onCopy({ withHeaders: true, isCut: false }));
    }
    return false;
  }

  function findPlace({ target }: MouseEvent): Place | undefined {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-row]');
    return element ? { row: Number(element.dataset.row), column: Number(element.dataset.column) } : undefined;
  }
  function onMouseDown(event: MouseEvent): void {
    const place = findPlace(event);
    if (!place || event.button !== 0) return;
    const first = { row: Math.max(0, place.row), column: Math.max(0, place.column) };
    // A heading selects its whole line.
    const last = {
      row: place.row < 0 ? size.rows - 1 : place.row,
      column: place.column < 0 ? size.columns - 1 : place.column,
    };
    const isHeading = place.row < 0 || place.column < 0;
    onSelect({
      anchor: event.shiftKey ? selection.anchor : isHeading ? last : first,
      active: isHeading && !event.shiftKey ? first : last,
    });
    setDragging(!isHeading);
    event.preventDefault();
    const element = grid.current;
    if (element && !hasFocus()) element.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }
  function onMouseMove(event: MouseEvent): void {
    const place = isDragging ? findPlace(event) : undefined;
    if (!place || place.row < 0 || place.column < 0) return;
    if (place.row !== active.row || place.column !== active.column)
      onSelect({ anchor: selection.anchor, active: place });
  }

  const onCopy = (event: ClipboardEvent, isCut: boolean) => {
    event.clipboardData.setData('text/plain', props.onCopy({ withHeaders: false, isCut }));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    props.onPaste(event.clipboardData.getData('text/plain'));
  };

  const width = NAME_WIDTH + columns.length * COLUMN_WIDTH;
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('tagging.grid')}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      className="tag-grid"
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onMouseMove={onMouseMove}
      onDoubleClick={(event) => {
        const place = findPlace(event);
        if (place && place.row >= 0 && place.column >= 0) props.onToggle();
      }}
      onCopy={(event) => onCopy(event, false)}
      onCut={(event) => onCopy(event, true)}
      onPaste={onPaste}
    >
      <div role="row" aria-rowindex={1} className="tag-grid-head" style={{ height: HEAD_HEIGHT, width }}>
        <div role="columnheader" aria-colindex={1} className="tag-grid-corner" style={{ width: NAME_WIDTH }}>
          <Text span size="sm" fw={600}>
            {t('tagging.rows')}
          </Text>
        </div>
        {shownColumns.map((column) => (
          <ColumnHead key={column} column={column} tag={model.tags[columns[column] ?? 0] ?? ''} />
        ))}
      </div>
      <div role="rowgroup" style={{ height: rows.length * ROW_HEIGHT, width }}>
        {shownRows.map((row) => {
          const isSelected = row >= corners.from.row && row <= corners.to.row;
          const modelRow = rows[row] ?? 0;
          return (
            <GridRow
              key={modelRow}
              model={model}
              modelRow={modelRow}
              row={row}
              columns={columns}
              shown={shownColumns}
              width={width}
              version={model.versions[modelRow] ?? 0}
              columnCount={columns.length}
              from={isSelected ? corners.from.column : -1}
              to={isSelected ? corners.to.column : -1}
              active={row === active.row ? active.column : -1}
            />
          );
        })}
      </div>
    </div>
  );
}

function ColumnHead({ column, tag }: { column: number; tag: string }) {
  const colon = tag.indexOf(':');
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      aria-label={tag}
      title={tag}
      className="tag-grid-column"
      data-row={-1}
      data-column={column}
      style={{ left: NAME_WIDTH + column * COLUMN_WIDTH, width: COLUMN_WIDTH }}
    >
      <Text span size="xs" c="dimmed">
        {tag.slice(0, colon)}
      </Text>
      <span className="tag-grid-value">{tag.slice(colon + 1)}</span>
    </div>
  );
}

interface RowProps {
  model: GridModel;
  modelRow: number;
  row: number;
  columns: readonly number[];
  shown: readonly number[];
  width: number;
  /** Of the row and of the number of columns: another one renders again. */
  version: number;
  columnCount: number;
  /** Selected columns; −1: none. */
  from: number;
  to: number;
  /** The column of the active cell; −1: in another row. */
  active: number;
}

const GridRow = memo(function GridRow({ model, modelRow, row, columns, shown, width, from, to, active }: RowProps) {
  const { t } = useI18n();
  const product = model.productRow[modelRow] ?? -1;
  const name = model.getShortName(modelRow);
  const fullName = product >= 0 ? t('tagging.variant-of', { name, product: model.names[product] ?? '' }) : name;
  const isUnavailable = model.isAvailable[modelRow] === 0;
  const color = model.colors[modelRow];
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="tag-grid-row"
      style={{ top: HEAD_HEIGHT + row * ROW_HEIGHT, height: ROW_HEIGHT, width }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        title={`${fullName} · ${model.ids[modelRow]}`}
        className="tag-grid-name"
        data-product={product < 0 || undefined}
        data-unavailable={isUnavailable || undefined}
        data-row={row}
        data-column={-1}
        style={{ width: NAME_WIDTH }}
      >
        {color && <i className="tag-grid-swatch" style={{ background: color }} aria-hidden />}
        <span>{name}</span>
        {isUnavailable && (
          <Text span size="xs">
            ({t('tagging.unavailable')})
          </Text>
        )}
      </div>
      {shown.map((column) => {
        const modelColumn = columns[column] ?? 0;
        const state = model.getState(modelRow, modelColumn);
        const isChanged = model.isChanged(modelRow, modelColumn);
        const says = t(toStateText(model, modelRow, modelColumn, state));
        const label = t('tagging.cell', { name: fullName, tag: model.tags[modelColumn] ?? '', state: says });
        return (
          <div
            key={modelColumn}
            role="gridcell"
            aria-colindex={column + 2}
            aria-label={isChanged ? t('tagging.cell.changed', { cell: label }) : label}
            aria-selected={column >= from && column <= to}
            aria-readonly={state === 'LOCKED' || undefined}
            title={state === 'LOCKED' ? says : undefined}
            tabIndex={column === active ? 0 : -1}
            className="tag-grid-cell"
            data-state={state}
            data-changed={isChanged || undefined}
            data-row={row}
            data-column={column}
            style={{ left: NAME_WIDTH + column * COLUMN_WIDTH, width: COLUMN_WIDTH }}
          >
            {SIGNS[state]}
          </div>
        );
      })}
    </div>
  );
});

function toStateText(model: GridModel, row: number, column: number, state: CellState) {
  switch (state) {
    case 'SET':
      return 'tagging.state.set';
    case 'MIXED':
      return 'tagging.state.mixed';
    case 'EMPTY':
      return 'tagging.state.empty';
    case 'LOCKED':
      return model.isInCatalog(row, column) ? 'tagging.state.catalog' : 'tagging.state.product';
  }
}

/** The lines of a window, and the one of the active cell, which keeps the focus while it is scrolled out. */
function listLines({ from, to }: { from: number; to: number }, active: number, count: number): number[] {
  const lines = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => from + index);
  if (active < count && (active < from || active >= to)) lines.push(active);
  return lines;
}

/** Scrolls as far as needed to show a cell. */
function reveal(grid: HTMLElement, { row, column }: Place): void {
  const [top, left] = [row * ROW_HEIGHT, column * COLUMN_WIDTH];
  const [height, width] = [grid.clientHeight - HEAD_HEIGHT, grid.clientWidth - NAME_WIDTH];
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + ROW_HEIGHT > grid.scrollTop + height) grid.scrollTop = top + ROW_HEIGHT - height;
  if (left < grid.scrollLeft) grid.scrollLeft = left;
  else if (left + COLUMN_WIDTH > grid.scrollLeft + width) grid.scrollLeft = left + COLUMN_WIDTH - width;
}
