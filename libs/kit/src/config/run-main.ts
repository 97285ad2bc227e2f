import { parseArgs } from 'node:util';
import type { SessionSetup } from '../db/connection/knex-config.js';
import { createLogger, type Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { checkDatabaseUrls, checkDirectUrl } from './check-database.js';
import { ConfigError } from './config-error.js';
import type { EnvSpec, EnvValues } from './env.js';
import { describeEnv, describeEnvValues, readEnv } from './read-env.js';
import { readInternalTls } from './read-internal-tls.js';
import { describeMigrations, runMigrate, type ServiceSchema } from './run-command.js';
import { type Running, runUntilSignal } from './run-until-signal.js';

export interface RunMainOptions<S extends EnvSpec> {
  name: string;
  env: S;
  /** Finds variables that are right one by one and do not fit together. @throws ConfigError */
  check?(config: EnvValues<S>): void;
  /** Gives the program the command `migrate`. */
  database?: ServiceSchema;
  /** @param deps.metrics - served when the environment has METRICS_PORT. */
  start(config: EnvValues<S>, deps: { log: Logger; metrics: Metrics }): Promise<Running>;
  /** Longest graceful stop, milliseconds. docs/reliability.md R7.16: exit within 28 s. */
  stopTimeoutMs?: number;
}

const CHECK_CONFIG = 'check-config';
const MIGRATE = 'migrate';

/**
 * Runs a program from its environment until SIGTERM or SIGINT, or one of its commands: the only reader of `process.env` and, with what
 * it calls, the only caller of `process.exit`.
 * Exit codes: 0 stopped, or the command is done; 1 failed to start, crashed, stopped too slowly or was signaled twice; 2 wrong
 * configuration or unknown command. docs/operations.md "Commands".
 */
export function runMain<S extends EnvSpec>(options: RunMainOptions<S>): void {
  void dispatch(options).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${options.name}: ${error.message.replace(/\.$/, '')}. Run with --help for every variable.\n`);
    process.exit(2);
  });
}

async function dispatch<S extends EnvSpec>(options: RunMainOptions<S>): Promise<void> {
  const { command, isHelp, isDryRun } = parseCommand(options);
  if (isHelp) process.stdout.write(describeUsage(options));
  else if (command === MIGRATE && options.database) await migrateOnce(options, options.database, isDryRun);
  else if (command === CHECK_CONFIG) {
    process.stdout.write(`${describeEnvValues(options.env, readConfig(options), process.env)}\n`);
  } else {
    const config = readConfig(options);
    await runUntilSignal(options, config, createProgramLogger(options.name, config));
  }
}

interface Command {
  command: string | undefined;
  isHelp: boolean;
  isDryRun: boolean;
}

/** @throws ConfigError for what the program does not know. */
function parseCommand({ database }: Pick<RunMainOptions<EnvSpec>, 'database'>): Command {
  const known = database ? [CHECK_CONFIG, MIGRATE] : [CHECK_CONFIG];
  const { values, positionals } = parse();
  const [command, ...others] = positionals;
  if (others.length > 0 || (command !== undefined && !known.includes(command))) {
    throw new ConfigError([`the argument must be one of ${known.join(', ')}, or there must be none`]);
  }
  if (values['dry-run'] && command !== MIGRATE) throw new ConfigError([`--dry-run must follow ${MIGRATE}`]);
  return { command, isHelp: values.help, isDryRun: values['dry-run'] };
}

function parse() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

function describeUsage({ name, env, database }: RunMainOptions<EnvSpec>): string {
  const commands = [
    '(none)              runs until SIGTERM or SIGINT',
    `${CHECK_CONFIG}        prints the configuration without secrets; exits with 2 if it is wrong`,
    ...(database
      ? [
          `${MIGRATE}             runs the migrations of schema ${database.schema}`,
          `${MIGRATE} --dry-run   prints their SQL and changes nothing`,
        ]
      : []),
  ];
  return `${name}: configured by environment variables.\n\n${commands.join('\n')}\n\n${describeEnv(env)}\n`;
}

function readConfig<S extends EnvSpec>({ env, check }: RunMainOptions<S>): EnvValues<S> {
  const config = readEnv(env, process.env);
  readInternalTls(config);
  checkDirectUrl(config);
  checkDatabaseUrls(config);
  check?.(config);
  return config;
}

/** Reads few variables, so that a migration job has the database's URL and nothing else. */
async function migrateOnce({ name, env }: RunMainOptions<EnvSpec>, database: ServiceSchema, isDryRun: boolean) {
  const read = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_SESSION', 'LOG_LEVEL'];
  const config = readEnv(Object.fromEntries(Object.entries(env).filter(([key]) => read.includes(key))), process.env);
  checkDatabaseUrls(config);
  const log = createProgramLogger(name, config);
  const options = {
    url: config.DATABASE_URL as string,
    directUrl: config.DATABASE_DIRECT_URL as string | undefined,
    session: config.DATABASE_SESSION as SessionSetup,
    database,
    log,
  };
  try {
    if (isDryRun) process.stdout.write(await describeMigrations(options));
    else await runMigrate(options);
  } catch (error) {
    log.fatal({ err: error }, 'the migrations did not run');
    process.exit(1);
  }
}

/** Also the place for errors that no code handles: the process ends. */
function createProgramLogger(name: string, config: object): Logger {
  const { LOG_LEVEL: level } = config as { LOG_LEVEL?: string };
  const log = createLogger({ name, level });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
  return log;
}
