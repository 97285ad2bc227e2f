import { DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { ColorTaxonomy } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

/** A company with one published funnel, and how submissions to it are answered. */
async function company(settings?: Partial<typeof DEFAULT_COMPANY_SETTINGS>) {
  const quiz = funnel({ published: { steps: [step(1)] } });
  const blueprint = settings ? { settings: { ...DEFAULT_COMPANY_SETTINGS, ...settings } } : {};
  const { id, handle, key, answer } = await svc.company({ ...blueprint, funnels: [quiz] });
  const funnelId = answer.funnels[quiz.subdomain]?.id as string;
  return { id, handle, settings: async () => (await svc.resolve({ key, funnelId })).settings };
}

const DEFAULTS = {
  colorTaxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_12,
  requireSelfieConsent: false,
  undertoneFromSelfie: false,
};

describe('settings of analyses (docs/color-method.md A1.6)', () => {
  it('are part of every submission; a company without settings has the defaults', async () => {
    const plain = await company();
    expect(await plain.settings()).toEqual(DEFAULTS);
    const own = await company({ colorTaxonomy: 'SEASONS_4', selfie: { requireConsent: true, undertone: true } });
    expect(await own.settings()).toEqual({
      colorTaxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_4,
      requireSelfieConsent: true,
      undertoneFromSelfie: true,
    });
  });

  it('a change applies from the next submission on, and is listed as a change of settings', async () => {
    const { handle, settings } = await company();
    const { changed } = await svc.apply(
      { settings: { ...DEFAULT_COMPANY_SETTINGS, colorTaxonomy: 'SEASONS_4' } },
      handle,
    );
    expect(changed).toEqual(['settings']);
    expect(await settings()).toEqual({ ...DEFAULTS, colorTaxonomy: ColorTaxonomy.COLOR_TAXONOMY_SEASONS_4 });
  });

  it('are exported as they are, and applying the export changes nothing', async () => {
    const { handle } = await company({ selfie: { requireConsent: true, undertone: false } });
    const exported = await svc.exportBlueprint(handle);
    expect(exported.settings).toMatchObject({ colorTaxonomy: 'SEASONS_12', selfie: { requireConsent: true } });
    expect((await svc.apply(exported, handle)).changed).toEqual([]);
  });

  it('a company that was stored before they existed has the defaults, in export and submission', async () => {
    const { id, handle, settings } = await company();
    await svc.db.raw(
      `update companies set settings = '{"defaultFunnel":null,"zIndex":{},"components":{}}' where id = ?`,
      [id],
    );
    expect(await settings()).toEqual(DEFAULTS);
    expect((await svc.exportBlueprint(handle)).settings).toMatchObject({
      colorTaxonomy: 'SEASONS_12',
      selfie: { requireConsent: false, undertone: false },
    });
  });
});
