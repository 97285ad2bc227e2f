import { parse } from 'yaml';
import type { Schema } from './values-schema.ts';

const HEAD = `# Chart svc

Runs the system in Kubernetes ≥ 1.27, with Helm ≥ 3.10. PostgreSQL has to exist; Redis is optional. Written by \`npm run deploy:generate\`; how it behaves is in
[docs/operations.md](../../docs/operations.md#kubernetes), how releases differ in [UPGRADING.md](UPGRADING.md).

\`\`\`sh
helm install svc deploy/chart --namespace svc --create-namespace \\
  --set image.registry=registry.example.com/svc \\
  --set baseDomain=svc.example.com \\
  --set database.url=postgres://svc:password@postgres.example.com:5432/svc \\
  --set platformToken.value=$(openssl rand -hex 32)
\`\`\`

\`examples\` has manifests for a database (CloudNativePG), for Valkey, and for certificates of \`tls.internal: files\`; those with custom resources are not part of the tests. A value that is not in these tables is an error.
`;

const ENVIRONMENT: Schema = { description: 'Variables of the program that are no secrets: `deploy/env.md`.' };

/** `chart/README.md`: all values with their defaults, those of services once. */
export function createChartReadme(schema: Schema, values: string): string {
  const defaults = parse(values) as Record<string, unknown>;
  const { services, global: _, ...common } = schema.properties ?? {};
  const names = Object.keys(services?.properties ?? {});
  const ofServices = defaults.services as Record<string, Record<string, unknown>>;
  const example = names.find((name) => ofServices[name]?.database !== undefined) ?? '';
  const settings = { ...schema.definitions, env: ENVIRONMENT };
  return [
    HEAD,
    '## Values\n',
    toTable(listValues(common, defaults)),
    '\n## Values of each service\n',
    `Under \`services.<name>\`: ${names.join(', ')}. Sizes are those of ${example}; \`values.yaml\` has the others. The gateway has no \`database\`.\n`,
    toTable(listValues(settings, ofServices[example])),
    '',
  ].join('\n');
}

function listValues(properties: Readonly<Record<string, Schema>>, defaults: unknown, path = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value = (defaults as Record<string, unknown> | undefined)?.[name];
    if (schema.properties !== undefined && schema.description === undefined) {
      return listValues(schema.properties, value, `${path}${name}.`);
    }
    return [[`\`${path}${name}\``, `\`${JSON.stringify(value ?? null)}\``, schema.description ?? '']];
  });
}

const toTable = (rows: readonly string[][]): string =>
  ['| value | default | meaning |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
