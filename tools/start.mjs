// `npm start`: builds what is out of date, then runs everything in this process (src/all-in-one.ts).
import { enableCompileCache } from 'node:module';
import { build } from './build.mjs';

if (!process.argv.includes('--help')) build();
// Compiled code is kept in the system's folder for temporary files: a fifth of a start. Older Nodes do without.
enableCompileCache?.();
const { main } = await import('./dist/all-in-one.js');
await main();
