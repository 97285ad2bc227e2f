// `npm run deploy:generate`: writes what is made from the table of services (services.ts).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGeneratedFiles } from './src/generated-files.ts';

const files = await createGeneratedFiles();
for (const [path, content] of files) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
console.log(`${files.size} files in deploy: ${[...files.keys()].join(', ')}`);
