// `npm start`: builds what is out of date, then runs everything in this process.
import './require-node.mjs';
import { build } from './build.mjs';

if (!process.argv.includes('--help')) await build({ bundle: true });
await import('./run.mjs');
