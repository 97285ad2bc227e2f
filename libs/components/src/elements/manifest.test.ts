import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Member {
  kind: string;
  name: string;
  type?: { text: string };
  default?: string;
  parameters?: { name: string; optional: boolean }[];
}
interface Element {
  tagName: string;
  members: Member[];
  events: { name: string }[];
  cssParts: { name: string; description: string }[];
  cssProperties: { name: string; default?: string }[];
}

const manifest = JSON.parse(readFileSync(new URL('../../dist/custom-elements.json', import.meta.url), 'utf8')) as {
  modules: { declarations: Element[] }[];
};
const elements = new Map(manifest.modules.flatMap(({ declarations }) => declarations.map((one) => [one.tagName, one])));
const getProperties = (tag: string) =>
  Object.fromEntries(
    (elements.get(tag)?.members ?? []).filter(({ kind }) => kind === 'field').map((one) => [one.name, one.default]),
  );
const getMethods = (tag: string) =>
  (elements.get(tag)?.members ?? [])
    .filter(({ kind }) => kind === 'method')
    .map(({ name, parameters = [] }) => `${name}(${parameters.map((one) => one.name + (one.optional ? '?' : ''))})`);
const ANALYSIS = ['svc-analysis-finished', 'svc-result-page-opened', 'svc-add-to-cart', 'svc-data-updated'];
const POPUP = ['svc-popup-opened', 'svc-popup-closed', ...ANALYSIS];

describe('the custom-elements manifest has the interface of the specification (docs/components.md S5, S25, S31, S33, S37, S38, S40)', () => {
  it.each([
    ['svc-analysis', { funnel: 'false', source: 'null', forceStart: 'false', scrollOffset: '100' }],
    [
      'svc-analysis-popup',
      { funnel: 'false', source: 'null', isOpen: 'false', closeBeforeResult: 'false', forceStart: 'false' },
    ],
    ['svc-widget', { isCollapsed: 'false', preventVariantNavigation: 'false', renderSetVariantsAsLinks: 'false' }],
    ['svc-chat', { hideCart: 'false' }],
    ['svc-floating-action-button', {}],
  ])('%s has these properties and defaults (docs/contract.md C19.2, C19.3, C19.4, C19.5)', (tag, properties) => {
    expect(getProperties(tag)).toEqual(properties);
  });

  it.each([
    ['svc-analysis', []],
    ['svc-analysis-popup', ['open(funnel?,source?)', 'close()']],
    ['svc-widget', ['toggleWidget()', 'openWidget()', 'closeWidget()']],
    ['svc-chat', ['restartChat()']],
    ['svc-floating-action-button', ['open()', 'close()']],
  ])('%s has these functions (docs/contract.md C19.3, C19.4, C19.5)', (tag, methods) => {
    expect(getMethods(tag)).toEqual(methods);
  });

  it.each([
    ['svc-analysis', ANALYSIS],
    ['svc-analysis-popup', POPUP],
    ['svc-widget', ['svc-variant-clicked', ...POPUP]],
    ['svc-chat', ['svc-analysis-requested', 'svc-results-requested', ...POPUP]],
    ['svc-floating-action-button', []],
  ])('%s dispatches these events', (tag, events) => {
    expect(elements.get(tag)?.events.map(({ name }) => name)).toEqual(events);
  });

  it('names every part and custom property with a description', () => {
    const parts = [...elements.values()].map(({ tagName, cssParts }) => [tagName, cssParts.map(({ name }) => name)]);
    expect(Object.fromEntries(parts)).toEqual({
      'svc-analysis': ['frame', 'message'],
      'svc-analysis-popup': ['dialog', 'header', 'close', 'frame', 'backdrop'],
      'svc-widget': ['panel', 'header', 'toggle', 'invitation', 'variant', 'reason', 'badge', 'chat'],
      'svc-chat': ['header', 'log', 'message', 'card', 'quick-replies', 'composer', 'send', 'notice'],
      'svc-floating-action-button': ['button', 'icon', 'label', 'panel'],
    });
    expect([...elements.values()].flatMap(({ cssParts }) => cssParts).every(({ description }) => description)).toBe(
      true,
    );
    expect(elements.get('svc-analysis-popup')?.cssProperties).toContainEqual(
      expect.objectContaining({ name: '--svc-popup-width', default: '960px' }),
    );
  });
});
