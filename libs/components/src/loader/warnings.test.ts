import { expect, it } from 'vitest';
import { createWarn } from './warnings.js';

it('a cause is logged once per page load (docs/components.md B15), with its code and the page that explains it', () => {
  const lines: unknown[] = [];
  const warn = createWarn({ warn: (line: unknown) => lines.push(line) }, 'https://svc.example');
  warn('funnel', 'No published funnel beauty.');
  warn('funnel', 'No published funnel beauty.');
  warn('funnel', 'No published funnel fashion.');
  warn('frame-refused', 'The frame of beauty is blocked.');
  warn('frame-refused', 'The page of beauty does not answer.');
  expect(lines).toEqual([
    'svc [funnel] No published funnel beauty. https://svc.example/docs/components#funnel',
    'svc [funnel] No published funnel fashion. https://svc.example/docs/components#funnel',
    'svc [frame-refused] The frame of beauty is blocked. https://svc.example/docs/components#frame-refused',
  ]);
});
