// `npm run bench`: builds, then measures (src/bench/run.ts).
import { build } from './build.mjs';

await build({ bundle: true });
const { main } = await import('./dist/bench/run.js');
await main();
