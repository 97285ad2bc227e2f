// `npm run bench:learning`: builds, then measures (src/bench/figures/learning-figures.ts).
import { build } from './build.mjs';

await build();
const { main } = await import('./dist/bench/figures/learning-figures.js');
main();
