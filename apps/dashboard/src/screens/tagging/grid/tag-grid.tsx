// biome-ignore-all lint/a11y/useSemanticElements: a table has no cells that are not rendered; roles and indexes say where the rendered ones are.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid is in the tab order, the active one.
import { Text, useComputedColorScheme } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import type { GridTexts } from './grid-content.js';
import type { GridModel } from './grid-model.js';
import { type GridLayers, GridView } from './grid-view.js';
import { COLUMN_WIDTH, HEAD_HEIGHT, NAME_WIDTH, ROW_HEIGHT } from './grid-window.js';
import { type Corners, extend, fit, getCorners, move, type Place, type Selection } from './selection.js';
import { nameRow, toStateText } from './state-text.js';
import '../tagging.css';

/** What a user does with the grid; places are those that are shown. */
export interface GridActions {
  onToggle(): void;
  onClear(): void;
  /** Copies the first row, or column, of the selection to the others. */
  onFill(direction: 'DOWN' | 'RIGHT'): void;
  /** Repeats the selection in a larger rectangle; undefined: the user may not. */
  onFillTo: ((source: Corners, target: Corners) => void) | undefined;
  /** Opens the list of tags of a row. */
  onOpen(row: number): void;
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

/** What the pressed pointer does: it selects, or fills from the selection that it began with to a larger one. */
type Drag = { source: Corners; target: Corners } | 'SELECT' | undefined;

/** While the pointer is outside of the grid, a line at a time. */
const DRAG_SCROLL_MS = 60;

/** The grid of tags: `GridView` draws the visible cells, one cell is in the tab order, one listener on the grid hears all. */
export function TagGrid(props: GridProps) {
  const { model, rows, columns, onSelect } = props;
  const { t } = useI18n();
  const elements = {
    canvas: useRef<HTMLCanvasElement>(null),
    grid: useRef<HTMLDivElement>(null),
    head: useRef<HTMLDivElement>(null),
    body: useRef<HTMLDivElement>(null),
    frame: useRef<HTMLDivElement>(null),
    fillFrame: useRef<HTMLDivElement>(null),
  };
  const view = useRef<GridView>(null);
  const drag = useRef<Drag>(undefined);

  const size = { rows: rows.length, columns: columns.length, page: view.current?.page ?? 1 };
  const selection = fit(props.selection, size);
  const { active } = selection;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements are those of this component.
  useLayoutEffect(() => {
    const layers = {
      canvas: elements.canvas.current,
      grid: elements.grid.current,
      head: elements.head.current,
      body: elements.body.current,
      frame: elements.frame.current,
      fillFrame: elements.fillFrame.current,
    };
    if (!hasAll(layers)) return;
    const created = new GridView(layers, createTexts(t));
    view.current = created;
    const onScroll = () => created.scrolled();
    const resizes = new ResizeObserver(() => created.fit());
    resizes.observe(layers.grid);
    layers.grid.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resizes.disconnect();
      layers.grid.removeEventListener('scroll', onScroll);
      created.remove();
    };
  }, [t]);
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colors are those of the scheme.
  useLayoutEffect(() => view.current?.fit(), [scheme, t]);
  useLayoutEffect(() => view.current?.show({ model, rows, columns, selection }));

  const isFilled = ({ row, column }: Place) => model.getState(rows[row] ?? 0, columns[column] ?? 0) !== 'EMPTY';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey) return;
    const key = {
      key: event.key.length === 1 ? event.key.toLowerCase() : event.key,
      isControl: event.ctrlKey || event.metaKey,
      isShift: event.shiftKey,
    };
    const moved = move(selection, key, { ...size, page: view.current?.page ?? 1 }, isFilled);
    const done = moved ? onSelect(moved) : act(key);
    if (moved || done !== false) event.preventDefault();
  }

  /** @returns false: the key means nothing here. */
  function act({ key, isControl, isShift }: { key: string; isControl: boolean; isShift: boolean }): undefined | false {
    if (!isControl && key === 'Enter') return void props.onOpen(rows[active.row] ?? 0);
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

  const findPlace = (event: { clientX: number; clientY: number }) => view.current?.findPlace(event);
  const isInside = ({ row, column }: Place) => row < size.rows && column < size.columns;
  function onMouseDown(event: MouseEvent): void {
    if (event.button === 0 && (event.target as HTMLElement).classList.contains('tag-grid-handle')) {
      const source = getCorners(selection);
      drag.current = { source, target: source };
      event.preventDefault();
      return;
    }
    const place = findPlace(event);
    if (!place || event.button !== 0 || !isInside(place) || isOnScrollbar(event) || (place.row < 0 && place.column < 0))
      return;
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
    drag.current = isHeading ? undefined : 'SELECT';
    event.preventDefault();
    view.current?.focus();
  }
  /** What is cut in its cell, and where a locked tag comes from. */
  function onHover(event: MouseEvent): void {
    const place = findPlace(event);
    const element = event.currentTarget as HTMLElement;
    if (!place) return;
    const [row, column] = [rows[place.row], columns[place.column]];
    const title = [
      ...(row === undefined ? [] : [`${nameRow(t, model, row)} · ${model.ids[row]}`]),
      ...(column === undefined ? [] : [model.tags[column] ?? '']),
      ...(row === undefined || column === undefined ? [] : [t(toStateText(model, row, column))]),
    ].join('\n');
    if (element.title !== title) element.title = title;
  }
  const dragging = useRef({ move: (_: { clientX: number; clientY: number }) => {}, end: () => {} });
  dragging.current = {
    move(event) {
      const place = drag.current && view.current?.findPlace(event, true);
      if (!place) return;
      const next = fit({ anchor: place, active: place }, size).active;
      if (drag.current === 'SELECT') {
        if (next.row !== active.row || next.column !== active.column)
          onSelect({ anchor: selection.anchor, active: next });
      } else if (drag.current) {
        drag.current.target = extend(drag.current.source, next);
        view.current?.frameFill(drag.current.target);
        view.current?.reveal(next);
      }
    },
    end() {
      const ended = drag.current;
      drag.current = undefined;
      view.current?.frameFill(undefined);
      if (!ended || ended === 'SELECT') return;
      const { source, target } = ended;
      if (JSON.stringify(source) === JSON.stringify(target)) return;
      props.onFillTo?.(source, target);
      onSelect({ anchor: target.from, active: target.to });
    },
  };
  useEffect(() => {
    let pointer: globalThis.MouseEvent | undefined;
    const onMove = (event: globalThis.MouseEvent) => {
      pointer = event;
      dragging.current.move(event);
    };
    const onUp = () => dragging.current.end();
    const scrolling = setInterval(() => drag.current && pointer && dragging.current.move(pointer), DRAG_SCROLL_MS);
    addEventListener('mousemove', onMove);
    addEventListener('mouseup', onUp);
    return () => {
      clearInterval(scrolling);
      removeEventListener('mousemove', onMove);
      removeEventListener('mouseup', onUp);
    };
  }, []);

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
    <div className="tag-grid-pane">
      <canvas ref={elements.canvas} className="tag-grid-canvas" aria-hidden />
      <div
        ref={elements.grid}
        role="grid"
        aria-label={t('tagging.grid')}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        className="tag-grid"
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onMouseMove={onHover}
        onDoubleClick={(event) => {
          const place = findPlace(event);
          if (place && place.row >= 0 && place.column >= 0 && isInside(place)) props.onToggle();
        }}
        onCopy={(event) => onCopy(event, false)}
        onCut={(event) => onCopy(event, true)}
        onPaste={onPaste}
      >
        <div
          ref={elements.head}
          role="row"
          aria-rowindex={1}
          className="tag-grid-head"
          style={{ height: HEAD_HEIGHT, width }}
        >
          <div role="columnheader" aria-colindex={1} className="tag-grid-corner" style={{ width: NAME_WIDTH }}>
            <Text span size="sm" fw={600}>
              {t('tagging.rows')}
            </Text>
          </div>
        </div>
        <div
          ref={elements.body}
          role="rowgroup"
          className="tag-grid-body"
          style={{ height: rows.length * ROW_HEIGHT, width }}
        />
        <div ref={elements.fillFrame} className="tag-grid-fill" style={{ marginTop: HEAD_HEIGHT }} aria-hidden hidden />
        <div ref={elements.frame} className="tag-grid-frame" style={{ marginTop: HEAD_HEIGHT }} aria-hidden>
          {props.onFillTo && <div className="tag-grid-handle" title={t('tagging.fill')} />}
        </div>
      </div>
    </div>
  );
}

const hasAll = (layers: { [K in keyof GridLayers]: GridLayers[K] | null }): layers is GridLayers =>
  Object.values(layers).every((layer) => layer !== null);

const createTexts = (t: ReturnType<typeof useI18n>['t']): GridTexts => ({
  nameRow: (model, row) => nameRow(t, model, row),
  nameCell(model, row, column, rowName) {
    const cell = `${rowName}; ${model.tags[column] ?? ''}: ${t(toStateText(model, row, column))}`;
    return model.isChanged(row, column) ? t('tagging.cell.changed', { cell }) : cell;
  },
  unavailable: t('tagging.unavailable'),
});

/** A press on a scrollbar is none on the grid. */
const isOnScrollbar = ({ clientX, clientY, currentTarget }: MouseEvent): boolean => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return (
    clientX - left - currentTarget.clientLeft >= currentTarget.clientWidth ||
    clientY - top - currentTarget.clientTop >= currentTarget.clientHeight
  );
};
