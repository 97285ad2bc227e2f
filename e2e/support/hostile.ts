/** Values that have broken parsers, databases and templates; none is meant to be accepted or refused as such. */
const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  2.5,
  5,
  1e10,
  1e308,
  -2_147_483_648,
  2_147_483_647,
  2_147_483_648,
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  'now',
  'infinity',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00+23:59',
  '2026-11-21T10:00:00+99:99',
  "'; drop table analyses; --",
  '{"a":1}',
  '[]',
  '$1',
  '%s%n',
  '\\',
  '\\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u2028',
  '\ufeff',
  '\u202e',
  '😀',
  'ı',
  'İ',
  'ß',
  'a'.repeat(101),
  'a'.repeat(1_025),
  'é'.repeat(8_193),
  'constructor',
  '__proto__',
  'toString',
  'DRY',
  'dry',
  'BROWN',
  'under_16',
  [],
  [[]],
  [null],
  {},
  { a: { b: [] } },
  [1, 'x', null],
  { stepId: 20, selectedKey: 'dry' },
];

const FIELDS = [
  'createdWithVersionId',
  'firstName',
  'lastName',
  'email',
  'hairColor',
  'eyeColor',
  'skinColor',
  'skinUndertone',
  'ageRange',
  'selfie',
  'selectionValues',
  'startedAt',
  'source',
  'queryString',
  'selfieSource',
  'constructor',
  'hasOwnProperty',
  '',
  ' ',
  '\u0001',
  'a.b',
  '$ref',
  '😀',
];

/** The same numbers in [0, 1) for the same seed (mulberry32), so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** So many submissions to a funnel, each with hostile values in a random half of the fields. */
export function hostileSubmissions(funnelId: string, count: number, seed = 7): Record<string, unknown>[] {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const rows = () =>
    Array.from({ length: Math.floor(next() * 6) }, () =>
      next() < 0.2
        ? pick(VALUES)
        : { stepId: next() < 0.6 ? pick([10, 20, 21, 99, -5]) : pick(VALUES), selectedKey: pick(VALUES) },
    );
  return Array.from({ length: count }, () => {
    const body: Record<string, unknown> = { funnelId };
    for (const field of FIELDS) if (next() < 0.5) body[field] = pick(VALUES);
    if (next() < 0.7) body.selectionValues = rows();
    return body;
  });
}
