import { describe, expect, it } from 'vitest';
import { checkKeyRequest } from './api-key-rules.js';

const now = new Date('2026-03-01T12:00:00Z');
const check = (more: Partial<Parameters<typeof checkKeyRequest>[0]>) =>
  checkKeyRequest({ name: 'shop', expiresAt: null, scopes: [], createdBy: '', ...more }, now);

describe('checkKeyRequest (docs/management.md "Keys, versions, imports, erasure")', () => {
  it('gives the scopes of pages when none is named, and the named ones in their fixed order; order.write must be named', () => {
    expect(check({}).scopes).toEqual(['funnel.read', 'analysis.create']);
    expect(check({ scopes: ['analysis.create', 'funnel.read'] }).scopes).toEqual(['funnel.read', 'analysis.create']);
    expect(check({ scopes: ['order.write', 'funnel.read'] }).scopes).toEqual(['funnel.read', 'order.write']);
    expect(check({ scopes: ['analysis.create'] }).scopes).toEqual(['analysis.create']);
  });

  it('trims the name and counts characters, not code units', () => {
    expect(check({ name: '  shop ' }).name).toBe('shop');
    expect(check({ name: '🧴'.repeat(100) }).name).toHaveLength(200);
  });

  it.each([
    ['an empty name', { name: '' }, '/name'],
    ['a blank name', { name: '   ' }, '/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/name'],
    ['a control character', { name: 'a\u0000b' }, '/name'],
    ['an expiry now', { expiresAt: now }, '/expiresAt'],
    ['an expiry in the past', { expiresAt: new Date(now.getTime() - 1) }, '/expiresAt'],
    ['an unreadable expiry', { expiresAt: new Date(Number.NaN) }, '/expiresAt'],
    ['an unknown scope', { scopes: ['funnel.write'] }, '/scopes'],
    ['a scope named twice', { scopes: ['funnel.read', 'funnel.read'] }, '/scopes'],
  ])('refuses %s', (_name, more, path) => {
    expect(() => check(more)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: [expect.objectContaining({ path })] }),
    );
  });

  it('reports all problems of a request together', () => {
    expect(() => check({ name: '', scopes: ['x'], expiresAt: now })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ length: 3 }) }),
    );
  });
});
