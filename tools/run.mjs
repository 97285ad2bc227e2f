// What `npm start` runs once everything is built: every service in this process (src/all-in-one.ts).
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import { getProgram } from './program.mjs';

// Compiled code is kept in the system's folder for temporary files.
enableCompileCache();
setSourceMapsSupport(true);
const { main } = await import(pathToFileURL(getProgram('tools', 'all-in-one')).href);
await main();
