import type { ComponentConfig } from '@svc/components';
import { expectTypeOf, it } from 'vitest';
import type { ComponentConfigBody } from './config-schema.js';

it('the answer has the type that the component script reads', () => {
  expectTypeOf<ComponentConfigBody>().toEqualTypeOf<ComponentConfig>();
});
