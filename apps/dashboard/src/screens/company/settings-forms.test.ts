import { DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import { COMPONENTS, toStack } from './component-fields.js';
import { LOOK } from './look-fields.js';

const readSettings = (patch: SettingsPatch) => patch.settings as Record<string, unknown>;

const current: CompanySettings = {
  companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md',
  name: 'Glow',
  language: 'en',
  currency: 'EUR',
  domains: [],
  settings: { ...DEFAULT_COMPANY_SETTINGS, defaultFunnel: 'beauty' },
  webhook: null,
  crm: null,
};

describe('settings in forms (docs/dashboard.md Y28, Y29)', () => {
  it.each([
    ['the look', LOOK],
    ['the components', COMPONENTS],
  ])('%s: a form that was not changed changes nothing', (_, { toFields, toPatch }) => {
    const patch = toPatch(toFields(current) as never, current);
    const { zIndex, ...before } = current.settings;
    expect(patch.settings).toMatchObject(before);
    expect(Object.values((patch.settings as { zIndex?: object }).zIndex ?? {}).every((each) => each === null)).toBe(
      true,
    );
  });

  it("an empty color is the page's own; a corner radius is a number", () => {
    const fields = { ...LOOK.toFields(current), accentColor: ' #7a3b69 ', textColor: '', cornerRadius: '0' };
    expect(readSettings(LOOK.toPatch(fields, current)).theme).toMatchObject({
      accentColor: '#7a3b69',
      textColor: null,
      cornerRadius: 0,
    });
  });

  it('what is no number is sent as it was typed, so that the service says what is wrong', () => {
    const look = { ...LOOK.toFields(current), cornerRadius: '8px' };
    expect(readSettings(LOOK.toPatch(look, current)).theme).toMatchObject({ cornerRadius: '8px' });
    const components = { ...COMPONENTS.toFields(current), widgetLayer: 'high' };
    expect(readSettings(COMPONENTS.toPatch(components, current)).zIndex).toMatchObject({ widget: 'high', popup: null });
  });

  it('the stack is from front to back, without what is switched off', () => {
    const fields = COMPONENTS.toFields(current);
    expect(toStack(fields).map(({ name }) => name)).toEqual(['popup', 'widget', 'floatingActionButton']);
    expect(toStack({ ...fields, popupLayer: '850', floatingActionButton: 'no' })).toEqual([
      { name: 'widget', zIndex: 900 },
      { name: 'popup', zIndex: 850 },
    ]);
  });
});
