import { MAX_ANALYSIS_BODY_BYTES, MAX_JSON_VALUES, MAX_SELFIE_BYTES } from '@svc/domain';
import { generateApiKey } from '@svc/kit';
import type { CreateAnalysisRequest } from '@svc/proto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

const KEY = generateApiKey();
const KNOWN = ['funnelId', 'firstName', 'queryString', 'selectionValues', 'startedAt', 'selfie'];
const ROOM = MAX_ANALYSIS_BODY_BYTES - 200;

let gateway: TestGateway;
beforeAll(async () => {
  const createAnalysis = async () => ({ body: Buffer.from('{}'), replayed: false });
  gateway = await startGateway({ handlers: { analysis: { createAnalysis } }, env: { RATE_LIMITS: 'off' } });
});
afterAll(() => gateway?.stop());

/** As many repetitions as fit in `room` bytes. */
const fill = (unit: string, room: number) => unit.repeat(Math.floor(room / Buffer.byteLength(unit)));

/** JSON text of one value near a limit: size, values, depth, digits, exponents, escapes, rows, selfies. */
const largeValue = (room: number): fc.Arbitrary<string> => {
  const near = (limit: number) => fc.integer({ min: limit - 20, max: limit + 20 });
  const unit = fc.constantFrom('a', 'é', '😀', '\\n', '\\"', '\\\\', '\\u0041', '\\ud83d\\ude00', '{', '[');
  const element = fc.constantFrom(
    '1',
    '{}',
    '[]',
    '""',
    'null',
    '{"k":[]}',
    '{"stepId":1,"selectedKey":"a"}',
    '1e999999',
  );
  return fc.oneof(
    unit.map((text) => `"${fill(text, room - 2)}"`),
    fc.constantFrom('9', '0.1', '1e5').map((start) => `${start}${fill('9', room - 8)}`),
    fc
      .tuple(element, near(MAX_JSON_VALUES))
      .map(([text, count]) => `[${Array(Math.min(count, Math.floor(room / (text.length + 1)))).fill(text)}]`),
    fc
      .tuple(element, near(3_333))
      .map(([text, count]) => `[${Array(Math.min(count, Math.floor(room / (text.length + 1)))).fill(text)}]`),
    near(31).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
    near(MAX_SELFIE_BYTES).map(
      (size) =>
        `"data:image/png;base64,${Buffer.alloc(size)
          .toString('base64')
          .slice(0, room - 30)}"`,
    ),
  );
};

const field = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN.slice(1), 'other', 'toString') },
  fc.constantFrom('k'.repeat(65), fill('-', 1_000_000), fill('aB_', 500_000)),
);

const bodies = fc.oneof(
  fc
    .tuple(field, largeValue(1_500_000), largeValue(1_000_000))
    .map(([name, one, two]) => `{"funnelId":"f","${name}":${one},"second":${two}}`),
  fc
    .tuple(fc.constantFrom(...KNOWN.slice(1)), largeValue(ROOM))
    .map(([name, value]) => `{"funnelId":"f","${name}":${value}}`),
  fc.integer({ min: MAX_JSON_VALUES - 5, max: MAX_JSON_VALUES + 5 }).map((count) => {
    const members = Array.from({ length: count }, (_, index) => `"k${index}":0`);
    return `{"funnelId":"f",${members}}`;
  }),
);

function countValues(value: unknown): number {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return members.reduce((sum: number, member) => sum + countValues(member), 1);
}

describe('a body at the limits of size, values, depth, keys, numbers and texts. docs/contract.md C18.1', () => {
  it('is refused, or reaches analysis-svc with known fields only and bounded warnings', async () => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': 'k' };
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const calls = () => (gateway.services.calls.createAnalysis ?? []) as CreateAnalysisRequest[];
        const before = calls().length;
        const answer = await gateway.ask('/api/v1/analyses', { method: 'POST', headers, body });
        seen.add(answer.status);
        expect([200, 400, 413]).toContain(answer.status);
        expect(answer.text.length).toBeLessThan(32 * 1024);
        const [request] = calls().splice(before);
        expect(request !== undefined).toBe(answer.status === 200);
        if (!request) return;
        const sent = JSON.parse(String(request.bodyJson)) as Record<string, unknown>;
        expect(Object.keys(sent).every((name) => KNOWN.includes(name))).toBe(true);
        expect(countValues(JSON.parse(body))).toBeLessThanOrEqual(MAX_JSON_VALUES);
        expect(request.ignored?.warnings.join('').length ?? 0).toBeLessThan(4_000);
      }),
      { numRuns: 60 },
    );
    expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
  });
});
