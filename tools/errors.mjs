// `npm run errors`: writes docs/errors from the error table (src/error-pages.ts).
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './build.mjs';

await build();
const { errorPages } = await import('./dist/error-pages.js');
const folder = join(root, 'docs/errors');
const pages = errorPages();
for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(join(folder, file));
for (const [file, content] of pages) writeFileSync(join(folder, file), content);
console.log(`${pages.size} pages in docs/errors.`);
