import manifest from '../package.json' with { type: 'json' };
import { SERVICES } from '../services.ts';
import { createChartFiles } from './chart/create-chart-files.ts';
import { createComposeFile } from './compose/compose-file.ts';
import { createPrometheusFile } from './compose/observability-containers.ts';
import { createEnvironmentPage } from './table/environment-page.ts';
import { readEnvironment } from './table/read-environment.ts';

/** The files that are made from the table of services: content by path in `deploy`. */
export async function createGeneratedFiles(): Promise<Map<string, string>> {
  const environments = new Map(
    await Promise.all(SERVICES.map(async ({ name }) => [name, await readEnvironment(name)] as const)),
  );
  return new Map([
    ['env.md', createEnvironmentPage(environments)],
    ['compose/compose.yaml', createComposeFile(environments, manifest.version)],
    ['compose/observability/prometheus.yaml', createPrometheusFile()],
    ...createChartFiles(SERVICES, environments, manifest.version),
  ]);
}
