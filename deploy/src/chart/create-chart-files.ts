import { readdirSync, readFileSync } from 'node:fs';
import type { EnvSpec } from '@svc/kit';
import type { DeployedName, Service } from '../../services.ts';
import { createChartFacts } from './chart-facts.ts';
import { createChartReadme } from './chart-readme.ts';
import { createValues } from './chart-values.ts';
import { createValuesSchema } from './values-schema.ts';

const deploy = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, deploy), 'utf8');

/** The generated files of the chart: content by path in `deploy`. */
export function createChartFiles(
  services: readonly Service[],
  environments: ReadonlyMap<DeployedName, EnvSpec>,
  version: string,
): [path: string, content: string][] {
  const values = createValues(services, read('chart/values.yaml'));
  const schema = createValuesSchema(services, environments);
  const boards = readdirSync(new URL('observability/boards/', deploy)).sort();
  return [
    ['chart/Chart.yaml', createChartYaml(version)],
    ['chart/values.yaml', values],
    ['chart/values.schema.json', `${JSON.stringify(schema, null, 2)}\n`],
    ['chart/README.md', createChartReadme(schema, values)],
    ['chart/files/services.json', createChartFacts(services, environments)],
    // Helm reads no file outside of the chart.
    ['chart/files/alerts.yaml', read('observability/alerts.yaml')],
    ...boards.map((name): [string, string] => [
      `chart/files/boards/${name}`,
      `${JSON.stringify(JSON.parse(read(`observability/boards/${name}`)))}\n`,
    ]),
  ];
}

const createChartYaml = (version: string): string => `# Written by \`npm run deploy:generate\`.
apiVersion: v2
name: svc
description: Headless questionnaire, analysis and matching service
type: application
# One version for the chart, the programs and their images.
version: ${version}
appVersion: ${version}
kubeVersion: ">=1.27.0-0"
`;
