import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createGeneratedFiles } from './generated-files.ts';

const files = await createGeneratedFiles();

// docs/operations.md "One table of services"
describe('npm run deploy:generate', () => {
  it.each([...files])('%s is what it writes', (path, content) => {
    expect(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')).toBe(content);
  });
});
