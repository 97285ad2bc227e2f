import { describe, expect, it } from 'vitest';
import type { ComponentConfig } from './component-config.js';
import { createComponentCreator } from './create-components.js';

/** The part of a document that is used. */
function createDocument(...tags: string[]) {
  const elements: FakeElement[] = [];
  class FakeElement {
    readonly attributes = new Map<string, string>();
    constructor(readonly tag: string) {}
    setAttribute = (name: string, value: string) => this.attributes.set(name, value);
    hasAttribute = (name: string) => this.attributes.has(name);
    remove = () => elements.splice(elements.indexOf(this), 1);
  }
  elements.push(...tags.map((tag) => new FakeElement(tag)));
  const document = {
    querySelector: (tag: string) => elements.find((element) => element.tag === tag) ?? null,
    createElement: (tag: string) => new FakeElement(tag),
    body: { append: (element: FakeElement) => elements.push(element) },
  };
  return {
    elements,
    creator: createComponentCreator(document as unknown as Document),
    list: () => elements.map(({ tag, attributes }) => `${tag}${attributes.has('auto') ? ' auto' : ''}`),
  };
}

const configure = (components: Partial<ComponentConfig['components']> = {}) =>
  ({
    components: { popup: true, widget: true, floatingActionButton: true, chat: true, ...components },
  }) as ComponentConfig;

describe('createComponentCreator (docs/components.md B5.1, B5.3 and B5.4)', () => {
  it('creates popup, button and widget, in this order, once', () => {
    const { creator, list } = createDocument();
    creator.update(configure(), true);
    creator.update(configure(), true);
    expect(list()).toEqual(['svc-analysis-popup auto', 'svc-floating-action-button auto', 'svc-widget auto']);
  });

  it('creates only what is switched on', () => {
    const { creator, list } = createDocument();
    creator.update(configure({ popup: false, widget: false }), true);
    expect(list()).toEqual(['svc-floating-action-button auto']);
  });

  it('creates nothing that the page already has, and no widget next to an embedded analysis', () => {
    const { creator, list } = createDocument('svc-analysis', 'svc-analysis-popup');
    creator.update(configure(), true);
    expect(list()).toEqual(['svc-analysis', 'svc-analysis-popup', 'svc-floating-action-button auto']);
  });

  it('removes what it created when that is no longer wanted, and leaves what the page has', () => {
    const { creator, list } = createDocument('svc-widget');
    creator.update(configure(), true);
    creator.update(configure({ widget: false, popup: false }), true);
    expect(list()).toEqual(['svc-widget', 'svc-floating-action-button auto']);
    creator.update(configure(), false);
    expect(list()).toEqual(['svc-widget']);
  });

  it('appends the same elements again after a framework replaced the body', () => {
    const { creator, elements } = createDocument();
    creator.update(configure(), true);
    const before = elements.splice(0);
    creator.update(configure(), true);
    expect(elements).toEqual(before);
    expect(elements[0]).toBe(before[0]);
  });
});
