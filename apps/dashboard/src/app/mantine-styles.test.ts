/// <reference types="node" />
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const STYLES = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Text.layer.css'));
/** Components that have their styles from another one. */
const SAME_AS: Record<string, string> = { TextInput: 'Input', Textarea: 'Input', NativeSelect: 'Input' };

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).map((name) => readFileSync(`${SOURCE}/${name}`, 'utf8'));
const find = (pattern: RegExp) => new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));

it('the styles of each component of Mantine in use are imported; one without looks broken (docs/dashboard.md "Adding a screen")', () => {
  const styled = new Set(readdirSync(STYLES).flatMap((name) => /^(\w+)\.layer\.css$/.exec(name)?.[1] ?? []));
  const named = [...find(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap((list) =>
    (list as string).split(/,\s*/),
  );
  const used = [...new Set(named)].map((name) => SAME_AS[name] ?? name);
  const imported = find(/'@mantine\/core\/styles\/(\w+)\.layer\.css'/g);
  expect(used.filter((name) => styled.has(name) && !imported.has(name))).toEqual([]);
  expect(used.filter((name) => styled.has(name)).length).toBeGreaterThan(25);
});
