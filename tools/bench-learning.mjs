// `npm run bench:learning`: builds, then measures (src/bench/learning-figures.ts).
import { build } from './build.mjs';

await build();
const { main } = await import('./dist/bench/learning-figures.js');
main();
