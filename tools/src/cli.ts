import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import { audit } from './commands/access/audit.js';
import { keys } from './commands/access/keys.js';
import { users } from './commands/access/users.js';
import { catalog } from './commands/catalog/catalog.js';
import { shopify } from './commands/catalog/shopify.js';
import { chat } from './commands/chat/chat.js';
import { apply } from './commands/company/apply.js';
import { exportCommand } from './commands/company/export.js';
import { publish, versions } from './commands/company/funnels.js';
import { releases } from './commands/company/releases.js';
import { replay } from './commands/company/replay.js';
import { rollback } from './commands/company/rollback.js';
import { settings } from './commands/company/settings.js';
import { UsageError } from './commands/connection.js';
import { checkCall, type FoundCommand, findCommand } from './commands/find-command.js';
import { experiments } from './commands/insight/experiments.js';
import { insight } from './commands/insight/insight.js';
import { analysis } from './commands/matching/analysis.js';
import { check } from './commands/matching/check.js';
import { erase } from './commands/matching/erase.js';
import { explain } from './commands/matching/explain.js';
import { learning, models } from './commands/matching/models.js';
import { ops } from './commands/ops/ops.js';
import { webhooks } from './commands/webhooks/webhooks.js';
import { ManagementError } from './management-client.js';

const svc = defineCommand({
  meta: {
    name: 'svc',
    description: 'Manages companies. Reads SVC_URL (default http://localhost:8080), PLATFORM_TOKEN and SVC_COMPANY.',
  },
  subCommands: {
    apply,
    export: exportCommand,
    keys,
    users,
    audit,
    check,
    replay,
    publish,
    rollback,
    versions,
    releases,
    settings,
    insight,
    experiments,
    chat,
    models,
    learning,
    catalog,
    shopify,
    webhooks,
    analysis,
    explain,
    erase,
    ops,
  },
}) as CommandDef;

/** The command line. Problems are sentences on stderr; the exit code is 1 for a refusal, 2 for a wrong call. */
export async function main(argv: string[] = process.argv.slice(2)): Promise<void> {
  try {
    if (argv.length === 0 || argv.some((word) => word === '--help' || word === '-h')) {
      const words = argv.filter((word) => !word.startsWith('-'));
      console.log(await formatUsage(findCommand(svc, words)));
      return;
    }
    const found = findCommand(svc, argv);
    checkCall(found);
    await runCommand(found.command, { rawArgs: found.rest });
  } catch (error) {
    process.exitCode = error instanceof ManagementError ? 1 : 2;
    if (error instanceof ManagementError) {
      console.error(`${error.code}: ${error.message}`);
      for (const detail of error.details) console.error(`  ${detail.path || '/'}: ${detail.message}`);
    } else if (error instanceof UsageError || (error as Error).name === 'CLIError' || 'code' in (error as Error)) {
      console.error(stripVTControlCharacters((error as Error).message));
    } else {
      throw error;
    }
  }
}

/** Help text; colored for a terminal only. */
async function formatUsage({ command, words }: FoundCommand): Promise<string> {
  const parent = words.length > 1 ? ({ meta: { name: words.slice(0, -1).join(' ') } } as CommandDef) : undefined;
  const text = `${await renderUsage(command, parent)}\n`;
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}
