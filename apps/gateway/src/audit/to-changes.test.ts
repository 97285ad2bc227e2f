import { describe, expect, it } from 'vitest';
import { toChanges } from './to-changes.js';

describe('changed values of the audit log (docs/identity.md I11.9)', () => {
  it('are the leaves that differ, with what was there before', () => {
    const before = { name: 'Glow', theme: { primary: '#000000', font: 'serif' }, domains: ['a.example'] };
    const after = { name: 'Glow', theme: { primary: '#ffffff', radius: 4 }, domains: ['a.example', 'b.example'] };
    expect(toChanges(before, after, ['/name', '/theme', '/domains'])).toEqual([
      { path: '/domains', before: '["a.example"]', after: '["a.example","b.example"]' },
      { path: '/theme/font', before: 'serif' },
      { path: '/theme/primary', before: '#000000', after: '#ffffff' },
      { path: '/theme/radius', after: '4' },
    ]);
  });

  it('leave out everything that is not named, and what is long', () => {
    const before = { webhook: { url: 'https://a.example/hook', secret: 'a' }, themes: 'x', name: 'Glow' };
    const after = { webhook: { url: 'https://b.example/hook', secret: 'b' }, themes: 'y', name: 'x'.repeat(201) };
    expect(toChanges(before, after, ['/name', '/theme'])).toEqual([]);
  });
});
