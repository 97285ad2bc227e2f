import { main } from './cli.js';

/** Program of the image `tools`: the command line, without the build that `npm run svc` begins with. */
await main();
