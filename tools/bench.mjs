// `npm run bench`: builds, then measures (src/bench/run.ts).
import { build } from './build.mjs';

build();
const { main } = await import('./dist/bench/run.js');
await main();
