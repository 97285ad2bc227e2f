import { describe, expect, it } from 'vitest';
import { findVisitor, type VisitorFacts } from './stored-visitor.js';

function open(given: Partial<VisitorFacts> & { known?: string } = {}) {
  const values = new Map<string, string>();
  if (given.known) values.set('svcVisitor', JSON.stringify({ id: given.known, timestamp: Date.now() - 1_000 }));
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as never;
  const id = findVisitor({
    ...{ page: { keepsVisitors: true }, search: '', isFramed: false, storage, browser: {} },
    ...given,
  });
  return { id, isKept: values.has('svcVisitor') };
}
const KNOWN = 'k3J9-x2Lw0Pq7_ZtRb5Y';
const gpc = { globalPrivacyControl: true };

describe('the stored visitor of a page of a funnel (docs/insight.md N15.2)', () => {
  it('is kept once the address says that the visitor agreed, also with Global Privacy Control', () => {
    const { id, isKept } = open({ search: '?consent=granted' });
    expect([id?.length, isKept]).toEqual([expect.any(Number), true]);
    expect(open({ search: '?consent=granted', browser: gpc }).isKept).toBe(true);
    expect(open({ search: '?consent=granted', known: KNOWN }).id).toBe(KNOWN);
  });

  it.each([
    ['the address says nothing', {}],
    ['it says something else', { search: '?consent=yes' }],
    ['the visitor declined', { search: '?consent=denied' }],
    ['the browser declines', { browser: gpc }],
    ['the company keeps none', { page: {}, search: '?consent=granted' }],
    ['the page is in a frame', { isFramed: true, search: '?consent=granted' }],
    ['the browser blocks storage', { storage: null, search: '?consent=granted' }],
  ])('is none while %s', (_, given) => expect(open(given)).toEqual({ id: undefined, isKept: false }));

  it('stays without a word of the address, and is removed when the visitor or the browser declines', () => {
    expect(open({ known: KNOWN })).toEqual({ id: KNOWN, isKept: true });
    expect(open({ known: KNOWN, search: '?consent=denied' })).toEqual({ id: undefined, isKept: false });
    expect(open({ known: KNOWN, browser: gpc })).toEqual({ id: undefined, isKept: false });
  });
});
