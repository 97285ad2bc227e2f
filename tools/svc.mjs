// `npm run svc -- <command>`: the command line (src/cli.ts), built first if it never was.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './build.mjs';

if (!existsSync(join(root, 'tools/dist/cli.js'))) await build();
const { main } = await import('./dist/cli.js');
await main();
