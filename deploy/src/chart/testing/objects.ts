import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** An object of Kubernetes as rendered. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: its schema is checked by `validateObject`.
  [field: string]: any;
}

/** Reads what `helm template` prints, as Helm does: YAML 1.1. */
export function parseObjects(yaml: string): KubernetesObject[] {
  return parseAllDocuments(yaml, { version: '1.1' })
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

const PACKAGES: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'keda.sh': '@kubernetes-models/keda',
};

/** The module that has the class and the type of an object. */
function toModule({ apiVersion, kind }: KubernetesObject): string {
  const [group = ''] = apiVersion.split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/**
 * Checks types and required fields. It accepts unknown fields: `checkFields` finds those.
 * @throws Error when the object is wrong, or its kind is unknown
 */
export async function validateObject(object: KubernetesObject): Promise<void> {
  const module = (await import(toModule(object))) as Record<string, new (data: object) => { validate(): void }>;
  const Model = module[object.kind];
  if (Model === undefined) throw new Error(`${toModule(object)} has no ${object.kind}.`);
  new Model(object).validate();
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Finds fields that do not exist: each object becomes a literal of its type, and the compiler refuses unknown properties of those.
 * @param folder - below `deploy`, where the compiler finds the types. @returns what the compiler prints; empty: all is well
 */
export function checkFields(objects: readonly KubernetesObject[], folder: string): string {
  const lines = objects.flatMap((object, index) => [
    `import type { I${object.kind} as T${index} } from '${toModule(object)}';`,
    `export const o${index}: T${index} = ${JSON.stringify(object)};`,
  ]);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'objects.ts');
  writeFileSync(file, lines.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    '',
  ];
  const compiler = join(root, 'node_modules/ts7/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  return stdout + stderr;
}
