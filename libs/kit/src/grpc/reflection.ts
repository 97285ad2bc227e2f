import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';

let ours: PackageDefinition | undefined;

/**
 * The .proto files of this system, or those of `directory`, as reflection needs them. Ours are read once per process.
 */
export function loadProtoFiles(directory?: string): PackageDefinition {
  if (directory !== undefined) return load(directory);
  ours ??= load(join(dirname(fileURLToPath(import.meta.resolve('@svc/proto/package.json'))), 'proto'));
  return ours;
}

function load(directory: string): PackageDefinition {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.proto'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
  return loadSync(files, { includeDirs: [directory] });
}
