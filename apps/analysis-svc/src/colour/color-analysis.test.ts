import { EYE_COLORS, HAIR_COLORS, SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import { it } from 'vitest';
import { analyseColor } from './color-analysis.js';

it('x', () => {
  const counts: Record<string, number> = {};
  for (const hairColor of [undefined, ...HAIR_COLORS])
    for (const eyeColor of [undefined, ...EYE_COLORS])
      for (const skinColor of [undefined, ...SKIN_COLORS])
        for (const skinUndertone of [undefined, ...SKIN_UNDERTONES]) {
          const r = analyseColor({ hairColor, eyeColor, skinColor, skinUndertone });
          const k = r.type ? 'typed' : r.reason!;
          counts[k] = (counts[k] ?? 0) + 1;
        }
  console.log(counts);
});
