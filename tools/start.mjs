// `npm start`: builds what is out of date, then runs everything in this process (src/all-in-one.ts).
import { build } from './build.mjs';

if (!process.argv.includes('--help')) build();
const { main } = await import('./dist/all-in-one.js');
await main();
