import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';

type Body = Record<string, unknown>;
const bodies = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Body>;

/** The same value with the members of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reordered(member)] as const);
  return Object.fromEntries(members.reverse());
}

/** A text that is equal only for equal values: members as pairs, sorted by name. */
function sorted(value: unknown): string {
  const pairs = (member: unknown): unknown => {
    if (Array.isArray(member)) return ['array', member.map(pairs)];
    if (typeof member !== 'object' || member === null) return member;
    return Object.entries(member)
      .sort(([x], [y]) => (x < y ? -1 : 1))
      .map(([key, inner]) => [key, pairs(inner)]);
  };
  return JSON.stringify(pairs(value));
}

const selfie = (text: string, declaredType = 'jpeg') => ({ data: Buffer.from(text), declaredType });

describe('fingerprint: docs/reliability.md R1.3; docs/contract.md C10.6', () => {
  it('equal bodies have equal digests, whatever the order of their members', () => {
    fc.assert(
      fc.property(bodies, (body) =>
        fingerprint(body, undefined).equals(fingerprint(reordered(body) as Body, undefined)),
      ),
    );
  });

  it('bodies have equal digests only if they are equal', () => {
    const pairs = fc
      .tuple(bodies, bodies, fc.boolean())
      .map(([a, b, merge]) => [a, merge ? { ...b, ...a } : b] as const);
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const same = sorted(a) === sorted(b);
        return fingerprint(a, undefined).equals(fingerprint(b, undefined)) === same;
      }),
    );
  });

  it('the digest includes the selfie and its declared type', () => {
    const digests = [undefined, selfie('a'), selfie('b'), selfie('a', 'png')].map((s) =>
      fingerprint({}, s).toString('hex'),
    );
    expect(new Set(digests).size).toBe(4);
  });

  it('a body cannot forge a selfie: its own selfie member is replaced', () => {
    const real = fingerprint({ selfie: 'x' }, selfie('a'));
    expect(fingerprint({}, selfie('a')).equals(real)).toBe(true);
  });
});
