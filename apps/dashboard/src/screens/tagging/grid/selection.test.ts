import { describe, expect, it } from 'vitest';
import { fit, getCorners, move, type Selection, type Size } from './selection.js';

const SIZE: Size = { rows: 10, columns: 6, page: 4 };
const FILLED = new Set(['2 1', '2 2', '2 3', '2 5']);
const at = (row: number, column: number): Selection => ({ anchor: { row, column }, active: { row, column } });
const press = (selection: Selection, key: string, modifiers: { isControl?: boolean; isShift?: boolean } = {}) =>
  move(selection, { key, isControl: false, isShift: false, ...modifiers }, SIZE, ({ row, column }) =>
    FILLED.has(`${row} ${column}`),
  );
const control = { isControl: true };
const shift = { isShift: true };

describe('keys of the grid (docs/dashboard.md Y17.3)', () => {
  it.each([
    ['ArrowDown', {}, at(2, 1), at(3, 1)],
    ['ArrowUp', {}, at(0, 1), at(0, 1)],
    ['ArrowRight', control, at(2, 1), at(2, 3)],
    ['ArrowRight', control, at(2, 3), at(2, 5)],
    ['ArrowDown', control, at(3, 0), at(9, 0)],
    ['ArrowLeft', control, at(2, 0), at(2, 0)],
    ['Home', {}, at(4, 3), at(4, 0)],
    ['End', control, at(4, 3), at(9, 5)],
    ['PageDown', {}, at(8, 3), at(9, 3)],
    ['PageUp', {}, at(8, 3), at(4, 3)],
  ])('%s %j', (key, modifiers, from, to) => {
    expect(press(from, key, modifiers)).toEqual(to);
  });

  it('Shift extends the selection, Escape reduces it to the active cell', () => {
    const selected = press(press(at(2, 1), 'ArrowDown', shift) as Selection, 'ArrowRight', shift) as Selection;
    expect(getCorners(selected)).toEqual({ from: { row: 2, column: 1 }, to: { row: 3, column: 2 } });
    expect(getCorners(press(selected, 'ArrowUp', { ...shift }) as Selection).to).toEqual({ row: 2, column: 2 });
    expect(press(selected, 'Escape')).toEqual(at(3, 2));
  });

  it('selects rows, columns, and everything', () => {
    expect(getCorners(press(at(2, 1), ' ', control) as Selection)).toEqual({
      from: { row: 0, column: 1 },
      to: { row: 9, column: 1 },
    });
    expect(getCorners(press(at(2, 1), ' ', shift) as Selection)).toEqual({
      from: { row: 2, column: 0 },
      to: { row: 2, column: 5 },
    });
    expect(getCorners(press(at(2, 1), 'a', control) as Selection)).toEqual({
      from: { row: 0, column: 0 },
      to: { row: 9, column: 5 },
    });
  });

  it('other keys do not move, and a filtered grid keeps the selection inside', () => {
    expect(press(at(2, 1), 'x')).toBeUndefined();
    expect(fit(at(9, 5), { rows: 3, columns: 2, page: 1 })).toEqual(at(2, 1));
    expect(fit(at(9, 5), { rows: 0, columns: 0, page: 1 })).toEqual(at(0, 0));
  });
});
