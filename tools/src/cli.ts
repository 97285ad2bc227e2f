import { defineCommand, runCommand, showUsage } from 'citty';
import { apply } from './commands/apply.js';
import { catalog } from './commands/catalog.js';
import { UsageError } from './commands/connection.js';
import { erase } from './commands/erase.js';
import { exportCommand } from './commands/export.js';
import { publish, versions } from './commands/funnels.js';
import { keys } from './commands/keys.js';
import { ManagementError } from './management-client.js';

const svc = defineCommand({
  meta: {
    name: 'svc',
    description: 'Manages companies. Reads SVC_URL (default http://localhost:8080), PLATFORM_TOKEN and SVC_COMPANY.',
  },
  subCommands: { apply, export: exportCommand, keys, publish, versions, catalog, erase },
});

/** The command line. Problems are sentences on stderr; the exit code is 1 for a refusal, 2 for a wrong call. */
export async function main(argv: string[] = process.argv.slice(2)): Promise<void> {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) {
    await showUsage(...commandOf(argv));
    return;
  }
  try {
    await runCommand(svc, { rawArgs: argv });
  } catch (error) {
    process.exitCode = error instanceof ManagementError ? 1 : 2;
    if (error instanceof ManagementError) {
      console.error(`${error.code}: ${error.message}`);
      for (const detail of error.details) console.error(`  ${detail.path || '/'}: ${detail.message}`);
    } else if (error instanceof UsageError || (error as Error).name === 'CLIError' || 'code' in (error as Error)) {
      console.error((error as Error).message);
    } else {
      throw error;
    }
  }
}

type Command = Parameters<typeof showUsage>;

/** The innermost command that the words name, and its parent, for `--help`. */
function commandOf(argv: string[]): Command {
  let path: Command = [svc];
  for (const word of argv) {
    const subCommands = path[0].subCommands as Record<string, Command[0]> | undefined;
    const next = subCommands?.[word];
    if (!next) break;
    path = [next, path[0]];
  }
  return path;
}
