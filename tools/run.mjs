// What `npm start` runs once everything is built: every service in this process (src/all-in-one.ts).
import * as nodeModule from 'node:module';

// Compiled code is kept in the system's folder for temporary files: a fifth of a start. Older Nodes do without.
nodeModule.enableCompileCache?.();
const { main } = await import('./dist/all-in-one.js');
await main();
