import { expect, it } from 'vitest';
import { funnelName } from './properties.js';
import { defineProperties, SvcElement } from './svc-element.js';

const PROPERTIES = { funnel: funnelName };

class Sample extends SvcElement {
  declare funnel: string | false;
  constructor() {
    super(PROPERTIES);
  }
  protected start(): void {}
  protected stop(): void {}
  protected changed(): void {}
}
defineProperties(Sample, PROPERTIES);

it('a property has its default although the page added its name to Object.prototype (docs/components.md B6.3, B6.12)', () => {
  const prototype = Object.prototype as { funnel?: unknown };
  prototype.funnel = 'polluted';
  try {
    const element = new Sample();
    expect(element.funnel).toBe(false);
    element.funnel = 'beauty';
    expect(element.funnel).toBe('beauty');
  } finally {
    delete prototype.funnel;
  }
});
