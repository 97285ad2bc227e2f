// Writes schema.sql of every service: the schema that its migrations make. `npm run schema`
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SERVICES = [
  'funnel-svc',
  'analysis-svc',
  'matcher-svc',
  'catalog-sync',
  'identity-svc',
  'insight-svc',
  'chat-svc',
];
for (const service of SERVICES) {
  const cwd = fileURLToPath(new URL(`../apps/${service}`, import.meta.url));
  execFileSync('npx', ['vitest', 'run', 'src/migrations.test.ts', '--update'], { cwd, stdio: 'inherit' });
}
