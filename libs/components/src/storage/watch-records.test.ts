import { describe, expect, it } from 'vitest';
import { ANALYSES_KEY } from './analyses.js';
import { type RecordsWindow, watchRecords } from './watch-records.js';

function open() {
  const document = new EventTarget();
  const window = Object.assign(new EventTarget(), { document });
  const seen = { refreshes: 0, updates: 0 };
  document.addEventListener('svc-data-updated', () => {
    seen.updates += 1;
  });
  const stop = watchRecords(window as unknown as RecordsWindow, () => {
    seen.refreshes += 1;
  });
  const dispatch = (type: string, fields: object = {}) => window.dispatchEvent(Object.assign(new Event(type), fields));
  return { document, dispatch, seen, stop };
}

describe('changes of the records (docs/components.md B12.7)', () => {
  it('a change in another tab refreshes the components and dispatches svc-data-updated', () => {
    const { dispatch, seen } = open();
    dispatch('storage', { key: ANALYSES_KEY });
    expect(seen).toEqual({ refreshes: 1, updates: 1 });
    dispatch('storage', { key: null });
    expect(seen).toEqual({ refreshes: 2, updates: 2 });
    dispatch('storage', { key: 'cart' });
    expect(seen).toEqual({ refreshes: 2, updates: 2 });
  });

  it('svc-data-synchronized refreshes and dispatches nothing, so that no loop can arise (docs/components.md B11.14, S59)', () => {
    const { dispatch, seen } = open();
    dispatch('svc-data-synchronized');
    expect(seen).toEqual({ refreshes: 1, updates: 0 });
  });

  it('a page from the back-forward cache refreshes, a new one does not', () => {
    const { dispatch, seen } = open();
    dispatch('pageshow', { persisted: false });
    expect(seen.refreshes).toBe(0);
    dispatch('pageshow', { persisted: true });
    expect(seen).toEqual({ refreshes: 1, updates: 0 });
  });

  it('what components write refreshes the others, until watching stops', () => {
    const { document, dispatch, seen, stop } = open();
    document.dispatchEvent(new Event('svc-data-updated'));
    expect(seen.refreshes).toBe(1);
    stop();
    document.dispatchEvent(new Event('svc-data-updated'));
    for (const type of ['storage', 'svc-data-synchronized']) dispatch(type, { key: ANALYSES_KEY });
    dispatch('pageshow', { persisted: true });
    expect(seen.refreshes).toBe(1);
  });
});
