import { describe, expect, it } from 'vitest';
import { StepHistory } from './step-history.js';

/** A window whose history counts its entries as a browser does. */
function fakePage() {
  const entries: unknown[] = [null];
  let at = 0;
  const page = Object.assign(new EventTarget(), {
    history: {
      get state() {
        return entries[at];
      },
      pushState(state: unknown) {
        entries.splice(at + 1, entries.length, state);
        at += 1;
      },
      replaceState(state: unknown) {
        entries[at] = state;
      },
      back() {
        at -= 1;
        page.dispatchEvent(Object.assign(new Event('popstate'), { state: entries[at] }));
      },
    },
  });
  return { page: page as unknown as Window, entries };
}

function open(isFramed: boolean) {
  const { page, entries } = fakePage();
  const shown: number[] = [];
  const history = new StepHistory(page, isFramed, (stepId) => shown.push(stepId));
  history.connect();
  history.replace(1);
  return { history, entries, shown };
}

describe('the way back through the steps', () => {
  it('a page of its own has an entry of the history for each step', () => {
    const { history, entries, shown } = open(false);
    history.push(2);
    history.push(3);
    expect(entries).toHaveLength(3);
    history.back();
    expect([shown, history.stepId]).toEqual([[2], 2]);
  });

  it('a page in a frame adds no entry to the history, and its Back button works (docs/components.md B14.5)', () => {
    const { history, entries, shown } = open(true);
    history.push(2);
    history.push(3);
    expect(entries).toHaveLength(1);
    expect(history.stepId).toBe(3);
    history.back();
    history.back();
    expect([shown, history.stepId, history.canGoBack]).toEqual([[2, 1], 1, false]);
    history.back();
    expect(shown).toEqual([2, 1]);
    expect(entries).toHaveLength(1);
  });

  it('a frame that was reloaded knows its step and no way back', () => {
    const { page } = fakePage();
    const before = new StepHistory(page, true, () => undefined);
    before.push(1);
    before.push(2);
    const after = new StepHistory(page, true, () => undefined);
    expect([after.stepId, after.canGoBack]).toEqual([2, false]);
  });
});
