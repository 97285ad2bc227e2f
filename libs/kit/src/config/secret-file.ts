import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.js';

/** No secret is longer; a file that is, was named by mistake. */
const MAX_BYTES = 64 * 1024;

/**
 * The secret in a file, without the line break at its end, which most editors and `echo` write.
 * @param name - of the variable that names the file. The path itself is not repeated, since it may be a secret that was put there by mistake.
 * @throws ConfigError in one sentence. docs/operations.md "Secrets from files".
 */
export function readSecretFile(name: string, path: string): string {
  const text = readText(name, path).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError([`${name} names an empty file`]);
  return text;
}

function readText(name: string, path: string): string {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`${name} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  throw new ConfigError([`${name} names a file of more than ${MAX_BYTES / 1024} KiB`]);
}
