import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../processes.js';
import { temporaryDirectory } from '../system-directory.js';

/** Where Debian installs PostgreSQL, by major version. */
const VERSIONS = '/usr/lib/postgresql';
const STANZA = 'svc';
const PASSWORD = 'drill';

/** Of the user `postgres`. @param kind - `-u`, or `-g` for the group */
const getId = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));

/** A PostgreSQL server whose WAL pgBackRest archives, and restores of it. */
export interface ArchivedPostgres {
  url: string;
  backUp(): void;
  /** Puts everything that was committed into the archive. */
  archive(): Promise<void>;
  /** As a machine that fails: nothing is flushed, and no process says goodbye. */
  kill(): void;
  /** Restores the newest backup to a time, in an empty folder, and starts it. @returns its URL. */
  restore(at: Date): Promise<string>;
  stop(): void;
}

/** Where the programs of Debian's newest PostgreSQL are. */
function findPrograms(): string {
  const version = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  if (version === undefined) throw new Error('PostgreSQL of Debian is not installed: apt-get install postgresql');
  return join(VERSIONS, version, 'bin');
}

/** The statements that make a schema what it is now. As its owner, who sees the rows of all companies. docs/operations.md "One PostgreSQL per service". */
export function dumpSchema(url: string, schema: string): string {
  const parameters = ['--schema', schema, '--role', `svc_${schema}`, '--enable-row-security', url];
  return execFileSync(join(findPrograms(), 'pg_dump'), parameters, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

/** Puts a schema back to what it was when it was dumped. */
export function replaceSchema(url: string, schema: string, dump: string): void {
  const run = (input: string) =>
    execFileSync(join(findPrograms(), 'psql'), ['--quiet', '--set', 'ON_ERROR_STOP=1', url], {
      input,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  run(`set client_min_messages = warning; drop schema ${schema} cascade`);
  run(dump);
}

/** Starts a server of Debian's newest PostgreSQL with an empty database. Needs root, from which it changes to the user `postgres`. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const programs = findPrograms();
  const home = temporaryDirectory();
  chmodSync(home, 0o755);
  const asPostgres = (command: string, ...parameters: string[]): string =>
    execFileSync('runuser', ['-u', 'postgres', '--', command, ...parameters], { encoding: 'utf8', cwd: '/' });
  const folder = (name: string): string => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true });
    chownSync(path, getId('-u'), getId('-g'));
    chmodSync(path, 0o700);
    return path;
  };
  const config = join(home, 'pgbackrest.conf');
  const place = { repository: folder('repository'), log: folder('log'), lock: folder('lock'), spool: folder('spool') };
  const sockets = folder('sockets');
  const started = new Set<string>();

  const configure = (data: string, port: number) => {
    const lines = [
      '[global]',
      `repo1-path=${place.repository}`,
      'repo1-retention-full=2',
      `log-path=${place.log}`,
      `lock-path=${place.lock}`,
      `spool-path=${place.spool}`,
      'log-level-console=warn',
      'start-fast=y',
      `[${STANZA}]`,
      `pg1-path=${data}`,
      `pg1-port=${port}`,
      `pg1-socket-path=${sockets}`,
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    chmodSync(config, 0o644);
  };
  const pgBackRest = (...parameters: string[]) =>
    asPostgres('pgbackrest', `--config=${config}`, `--stanza=${STANZA}`, ...parameters);
  const start = (data: string, port: number) => {
    const settings = `-p ${port} -k ${sockets} -c listen_addresses=127.0.0.1`;
    asPostgres(
      join(programs, 'pg_ctl'),
      '--pgdata',
      data,
      '--wait',
      '--timeout=60',
      '-o',
      settings,
      '-l',
      join(place.log, `${port}.log`),
      'start',
    );
    started.add(data);
  };
  const toUrl = (port: number, database: string, user = 'svc') =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;

  const data = folder('data');
  const port = await freePort();
  asPostgres(join(programs, 'initdb'), '--pgdata', data, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  configure(data, port);
  const archive = `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`;
  asPostgres(
    'sh',
    '-c',
    `printf '%s\\n' "archive_mode = on" "archive_command = '${archive}'" "max_connections = 200" >> ${data}/postgresql.conf`,
  );
  start(data, port);
  pgBackRest('stanza-create');
  const execute = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: toUrl(port, 'postgres', 'postgres') });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await execute(`create role svc login createrole password '${PASSWORD}'`, 'create database svc owner svc');
  const stop = (folder: string, mode: string) => {
    spawnSync(
      'runuser',
      ['-u', 'postgres', '--', join(programs, 'pg_ctl'), '--pgdata', folder, '--mode', mode, 'stop'],
      { cwd: '/' },
    );
    started.delete(folder);
  };
  return {
    url: toUrl(port, 'svc'),
    backUp: () => void pgBackRest('--type=full', 'backup'),
    async archive() {
      await execute('select pg_switch_wal()');
      pgBackRest('check');
    },
    kill: () => stop(data, 'immediate'),
    async restore(at) {
      const restored = folder('restored');
      const restoredPort = await freePort();
      configure(restored, restoredPort);
      // The syntax of PostgreSQL.
      const target = at.toISOString().replace('T', ' ').replace('Z', '+00');
      pgBackRest('--type=time', `--target=${target}`, '--target-action=promote', 'restore');
      start(restored, restoredPort);
      return toUrl(restoredPort, 'svc');
    },
    stop() {
      for (const folder of [...started]) stop(folder, 'immediate');
    },
  };
}
