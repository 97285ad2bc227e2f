import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { getProgram } from '../../../tools/program.mjs';
import { type Running, root, run } from '../processes.js';

export const SERVICES = [
  'funnel-svc',
  'analysis-svc',
  'matcher-svc',
  'catalog-sync',
  'identity-svc',
  'insight-svc',
  'chat-svc',
] as const satisfies string[];
export type Program = (typeof SERVICES)[number] | 'gateway';

/** The programs of one release, built. */
export interface Release {
  /** For people: a tag, or a commit. */
  name: string;
  /** A release may be older than a program. */
  has(program: Program): boolean;
  run(program: Program, environment: Record<string, string>, command?: string[]): Running;
}

/** With this page began what an upgrade needs: schemas of newer releases are accepted, and probes. */
const FIRST_PAGE = 'docs/adr/0061-schema-checks.md';

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/**
 * What to upgrade from: `UPGRADE_FROM`, otherwise the newest tag of a release before this commit, otherwise the oldest commit from
 * which an upgrade is promised.
 */
export function findPreviousRelease(): string {
  const { UPGRADE_FROM } = process.env;
  if (UPGRADE_FROM) return UPGRADE_FROM;
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (tag.status === 0) return tag.stdout.trim();
  const commit = git('log', '-1', '--diff-filter=A', '--format=%h', '--', FIRST_PAGE);
  if (commit === '') throw new Error(`The history does not have ${FIRST_PAGE}: clone it whole, or set UPGRADE_FROM.`);
  return commit;
}

/** The release of this checkout, as `npm run build` left it. */
export function getOwnRelease(): Release {
  return {
    name: `${git('rev-parse', '--short', 'HEAD')} with local changes, if any`,
    has: () => true,
    run: (program, environment, command) => run(getProgram(`apps/${program}`, 'main'), environment, command),
  };
}

/** What npm needs to reach a registry, also behind a proxy with an authority of its own; nothing of the run of npm that started the test. */
const FOR_NPM = ['PATH', 'HOME', 'NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

const pick = (environment: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, environment[name]]));

/** Builds the release of a tag or commit, with the packages of its own lock file; once, since a commit does not change. */
export function buildRelease(ref: string): Release {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const directory = join(homedir(), '.cache/svc-releases', commit);
  const complete = join(directory, 'complete');
  if (!existsSync(complete)) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const shell = (command: string, cwd: string) =>
      execFileSync('sh', ['-ec', command], {
        cwd,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...pick(process.env, FOR_NPM), NX_DAEMON: 'false', NX_TUI: 'false' },
      });
    console.log(`Building ${ref} in ${directory} …`);
    shell(`git archive ${commit} | tar -x -C '${directory}'`, root);
    shell('npm ci --no-audit --no-fund', directory);
    shell('npx nx run-many -t build --projects=tag:type:app', directory);
    writeFileSync(complete, '');
  }
  const program = (name: Program) => join(directory, 'apps', name, 'dist/bundle/main.js');
  return {
    name: ref,
    has: (name) => existsSync(program(name)),
    run: (name, environment, command) => run(program(name), environment, command),
  };
}
