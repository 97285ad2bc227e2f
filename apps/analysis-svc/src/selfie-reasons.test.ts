import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SELFIE_REASONS } from './selfie/selfie-result.js';

describe('reason codes of selfies', () => {
  it('each is documented in docs/color-analysis.md and has a complete sentence (docs/contract.md C8.7)', () => {
    const page = readFileSync(new URL('../../../docs/color-analysis.md', import.meta.url), 'utf8');
    for (const [code, sentence] of Object.entries(SELFIE_REASONS)) {
      expect(page, code).toContain(`\`${code}\``);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
  });
});
