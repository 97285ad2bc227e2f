// `npm run observability`: writes alert rules with their tests, runbooks and boards (src/observability/generated-files.ts).
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, root } from './build.mjs';

await build();
const { createFiles } = await import('./dist/observability/generated-files.js');
const files = createFiles();
for (const folder of ['docs/runbooks', 'deploy/observability/boards']) {
  mkdirSync(join(root, folder), { recursive: true });
  // Folders, such as that of the procedures, are written by hand.
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
    if (entry.isFile() && !files.has(`${folder}/${entry.name}`)) rmSync(join(root, folder, entry.name));
}
for (const [path, content] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
console.log(`${files.size} files in deploy/observability and docs/runbooks.`);
