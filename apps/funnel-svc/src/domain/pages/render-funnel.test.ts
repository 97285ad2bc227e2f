import type { FunnelVersion } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { option, step } from '../../testing/blueprints.testing.js';
import { renderFunnel } from './render-funnel.js';

const version = (...steps: FunnelVersion['steps']): FunnelVersion => ({
  id: 'v1',
  number: 3,
  funnelId: 'f1',
  companyId: 'c1',
  steps,
});

describe('renderFunnel (docs/contract.md C6)', () => {
  it('has exactly the documented fields, whatever the stored step contains (C6.1, C6.3, C6.4)', () => {
    const stored = step(7, {
      settings: { includeInGenericAnalysis: true },
      formerIds: [1],
      strict: true,
      showWhen: { all: [] },
      selections: [
        option('dry', {
          formerKeys: ['dryness'],
          imageUrl: 'https://img.example/dry.webp',
          tags: { require: ['a:b'], prefer: [], avoid: [] },
        }),
      ],
    });
    const leaked = { ...stored, funnelId: 'f1', deleted: false, stepSettings: {}, genericAnalysis: {} };
    expect(renderFunnel(version(leaked), undefined, 'en')).toStrictEqual({
      id: 'f1',
      version: { id: 'v1', number: 3 },
      steps: [
        {
          id: 7,
          type: 'SINGLE_SELECTION',
          orderNumber: 7,
          title: 'Question 7',
          selections: [{ key: 'dry', caption: 'dry', imageUrl: 'https://img.example/dry.webp', orderNumber: 0 }],
        },
      ],
    });
  });

  it('sorts steps and options by orderNumber, leaves imageUrl out where there is none, gives [] to steps without options (C6.3, C7.5)', () => {
    const body = renderFunnel(
      version(
        step(2, { orderNumber: 5, type: 'EMAIL', selections: [] }),
        step(1, { orderNumber: 0, selections: [option('z', { orderNumber: 2 }), option('y', { orderNumber: 1 })] }),
      ),
      undefined,
      'en',
    );
    expect(body.steps.map(({ id }) => id)).toEqual([1, 2]);
    expect(body.steps[0]?.selections).toStrictEqual([
      { key: 'y', caption: 'y', orderNumber: 1 },
      { key: 'z', caption: 'z', orderNumber: 2 },
    ]);
    expect(body.steps[1]?.selections).toEqual([]);
  });

  it.each([
    ['de-AT', 'Haare (AT)', 'the exact tag'],
    ['DE-at', 'Haare (AT)', 'the exact tag, in any letter case'],
    ['de-CH', 'Haare', 'the language of the tag'],
    ['fr', 'Cabello', 'the company language'],
    [undefined, 'Cabello', 'the company language'],
  ])('for locale %s the title is %s: %s (docs/contract.md C7.3)', (locale, title, _rule) => {
    const texts = { default: 'Hair', 'de-AT': 'Haare (AT)', de: 'Haare', es: 'Cabello' };
    expect(renderFunnel(version(step(1, { title: texts })), locale, 'es').steps[0]?.title).toBe(title);
  });

  it('falls back to the stored default text (C7.3)', () => {
    const texts = { default: 'Hair', de: 'Haare' };
    expect(renderFunnel(version(step(1, { title: texts })), 'fr', 'es').steps[0]?.title).toBe('Hair');
  });
});
