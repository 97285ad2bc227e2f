import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, createLogger, describeEnv, readEnv } from '@svc/kit';
import { createDataDirectory, type DataDirectory } from './launcher/data-directory.js';
import { prepareDemo } from './launcher/demo.js';
import { LAUNCHER_ENV } from './launcher/environment.js';
import { LauncherError } from './launcher/launcher-error.js';
import { checkPort } from './launcher/ports.js';
import { prepareSignIn } from './launcher/sign-in.js';
import { type RunningSystem, startSystem } from './launcher/system.js';
import { welcome } from './launcher/welcome.js';
import { createManagementClient } from './management-client.js';

const DEMO_DIRECTORY = join(dirname(fileURLToPath(import.meta.url)), '../../demo');

/** `npm start`: every service in this process, an embedded PostgreSQL, and the demo company. */
export async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`npm start: the whole system on this machine.\n\n${describeEnv(LAUNCHER_ENV)}\n`);
    return;
  }
  try {
    await launch();
  } catch (error) {
    const expected = error instanceof LauncherError || error instanceof ConfigError;
    process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(expected ? 2 : 1);
  }
}

async function launch(): Promise<void> {
  const startedAt = performance.now();
  const config = readEnv(LAUNCHER_ENV, process.env);
  const log = createLogger({ name: 'svc', level: config.LOG_LEVEL });
  const baseDomain = config.BASE_DOMAIN ?? `localhost:${config.PORT}`;

  await checkPort(config.HOST, config.PORT);
  const dataDirectory = createDataDirectory(config.DATA_DIR);
  let system: RunningSystem | undefined;
  const stop = stopOnce(async () => {
    await system?.stop();
  });
  try {
    const kept = config.PLATFORM_TOKEN ?? dataDirectory.read('platform-token');
    const platformToken = kept ?? randomBytes(32).toString('base64url');
    if (!kept) dataDirectory.writeSecret('platform-token', platformToken);

    const identityKeys =
      config.IDENTITY_KEYS ?? keepSecret(dataDirectory, 'identity-keys', () => randomBytes(32).toString('base64'));

    system = await startSystem({
      config,
      baseDomain,
      platformToken,
      identityKeys,
      dataDirectory,
      demoDirectory: DEMO_DIRECTORY,
      log,
      onDatabaseLost(reason) {
        process.stderr.write(`${reason.message}\n`);
        void stop().finally(() => process.exit(1));
      },
    });
    const origin = `http://${baseDomain}`;
    const management = createManagementClient({ url: system.url, token: platformToken, keepsConnection: false });
    const demo = config.DEMO
      ? await prepareDemo({
          demoDirectory: DEMO_DIRECTORY,
          origin,
          management,
          dataDirectory,
        })
      : undefined;
    const demoSignIn =
      demo && (await prepareSignIn({ handle: demo.handle, baseDomain, url: system.url, management, dataDirectory }));
    system.reportReady();
    const seconds = (performance.now() - startedAt) / 1000;
    const newToken = kept ? undefined : platformToken;
    process.stdout.write(welcome({ baseDomain, dataPath: dataDirectory.path, newToken, demo, demoSignIn, seconds }));
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A secret of the data directory, made at the first start. */
function keepSecret(dataDirectory: DataDirectory, name: string, create: () => string): string {
  const kept = dataDirectory.read(name);
  if (kept) return kept;
  const secret = create();
  dataDirectory.writeSecret(name, secret);
  return secret;
}

/** Ends the process at the first SIGINT, SIGTERM or SIGHUP after everything has stopped; later signals change nothing. */
function stopOnce(stop: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const once = () => {
    stopping ??= stop();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      once().then(
        () => process.exit(0),
        (error: Error) => {
          process.stderr.write(`${error.stack}\n`);
          process.exit(1);
        },
      );
    });
  }
  return once;
}
