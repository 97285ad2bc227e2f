import { ALL_COLOR_TYPES, type ColorResult } from '@svc/domain';
import { json } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers, step, version } from './testing/steps.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const read = async (analysisId: string) => {
  const { input } = await service.client.getMatchingInput({ analysisId });
  if (!input) throw new Error('no input');
  return input;
};

describe('GetMatchingInput', () => {
  it('returns company, funnel, version, preview flag, matching answers and color type, but no personal data (docs/contract.md C9.10; docs/matching.md M6.7)', async () => {
    const body = { ...completeAnswers, firstName: 'Zoë', email: 'zoe@example.org', source: 'newsletter' };
    const { id } = await create(service.client, submission({ body }));
    const input = await read(id);
    expect(input).toMatchObject({
      companyId: 'company-1',
      funnelId: 'funnel-1',
      versionId: 'version-1',
      isPreview: false,
    });
    expect(json.decode(input.answersJson)).toEqual(completeAnswers);
    const color = json.decode<ColorResult>(input.colorJson ?? Buffer.of());
    expect(Object.keys(color).sort()).toEqual(['scores', 'type']);
    expect(color.type).toBe('TRUE_AUTUMN');
    // Scores of both taxonomies: variants may be tagged in either.
    expect(Object.keys(color.scores).sort()).toEqual([...ALL_COLOR_TYPES].sort());
    expect(JSON.stringify([input, json.decode(input.answersJson), color])).not.toMatch(/zo[eë]|newsletter/i);
  });

  it('reads what was stored: the color type is not computed again, and the row is not written (docs/contract.md C1.2, C1.4; docs/matching.md M6.6)', async () => {
    const { id } = await create(service.client, submission());
    const row = () => service.db('analyses').select('*', service.db.raw('xmin::text as writer')).where({ id }).first();
    const { color } = await row();
    await service
      .db('analyses')
      .where({ id })
      .update({ color: json.encode({ ...color, type: 'LIGHT_SPRING' }).toString() });
    const before = await row();
    const { type } = json.decode<ColorResult>((await read(id)).colorJson ?? Buffer.of());
    expect(type).toBe('LIGHT_SPRING');
    expect(await row()).toEqual(before);
  });

  it('returns when the analysis was created', async () => {
    const { id } = await create(service.client, submission());
    const { created_at } = await service.db('analyses').where({ id }).first();
    expect((await service.client.getMatchingInput({ analysisId: id })).createTime).toEqual(created_at);
  });

  it('an analysis with too few answers for a color type is stored with the reason and returned without a type (docs/contract.md C9.10; docs/color-method.md A1.3)', async () => {
    const { id } = await create(service.client, submission({ body: { hairColor: 'RED' } }));
    expect((await read(id)).colorJson).toBeUndefined();
    const row = await service.db('analyses').where({ id }).first();
    expect(row.color).toMatchObject({ type: null, reason: 'TOO_FEW_ANSWERS', mappingVersion: 'seasons-12/1' });
  });

  it('answers to hidden steps do not affect the color type', async () => {
    const steps = [step(1, 'HAIR_COLOR'), step(2, 'EYE_COLOR')];
    service.funnel.versions.set('hair-and-eyes', version({ id: 'hair-and-eyes', steps }));
    service.funnel.resolve = () => ({ versionId: 'hair-and-eyes' });
    const { id } = await create(service.client, submission());
    service.funnel.resolve = () => ({});
    expect((await service.db('analyses').where({ id }).first()).color).toMatchObject({
      parts: { temperature: { hair: 0.25, eye: expect.closeTo(0.045) }, value: { hair: expect.any(Number) } },
    });
  });

  it('the color type is that of the version that the analysis is stored against, whatever version follows (docs/matching.md M6.6)', async () => {
    const { id } = await create(service.client, submission());
    const before = await read(id);
    service.funnel.versions.set('without-steps', version({ id: 'without-steps', steps: [] }));
    service.funnel.resolve = () => ({ versionId: 'without-steps' });
    const later = await create(service.client, submission());
    const after = await read(id);
    service.funnel.resolve = () => ({});
    // What is computed with the version in force now has no type.
    expect((await read(later.id)).colorJson).toBeUndefined();
    expect(after.colorJson).toEqual(before.colorJson);
  });

  it('equal answers give equal bytes, so that two analyses can share cached results', async () => {
    const { selectionValues, ...scalars } = completeAnswers;
    const [a, b] = await Promise.all([
      create(service.client, submission({ body: { selectionValues, ...scalars } })),
      create(service.client, submission({ body: { ...scalars, selectionValues } })),
    ]);
    const [first, second] = [await read(a.id), await read(b.id)];
    expect(first.answersJson.equals(second.answersJson)).toBe(true);
    expect(first.colorJson?.equals(second.colorJson ?? Buffer.of())).toBe(true);
  });

  it('malformed and unknown ids are the same NOT_FOUND (docs/contract.md C11.11; docs/reliability.md R3.2)', async () => {
    const errors = await Promise.all(
      ['A'.repeat(22), '', 'x', '\u0000', "' or 1=1 --", 'é'.repeat(22), 'A'.repeat(100_000)].map((analysisId) =>
        read(analysisId).catch(({ code, message }) => ({ code, message })),
      ),
    );
    expect(new Set(errors.map((error) => JSON.stringify(error)))).toEqual(
      new Set([JSON.stringify({ code: 'NOT_FOUND', message: 'No analysis with this id.' })]),
    );
  });
});
