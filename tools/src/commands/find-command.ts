import { parseArgs } from 'node:util';
import type { ArgsDef, CommandDef } from 'citty';
import { UsageError } from './connection.js';

/** A command with the words that lead to it: `['svc', 'keys', 'create']`. */
export interface FoundCommand {
  command: CommandDef;
  words: string[];
  /** What follows these words. */
  rest: string[];
}

/** The innermost command that the words name. */
export function findCommand(root: CommandDef, argv: readonly string[]): FoundCommand {
  const found: FoundCommand = { command: root, words: ['svc'], rest: [...argv] };
  for (const word of argv) {
    const commands = getSubCommands(found.command);
    if (!Object.hasOwn(commands, word)) break;
    found.command = commands[word] as CommandDef;
    found.words.push(word);
    found.rest.shift();
  }
  return found;
}

/**
 * Refuses what the command does not know. An option that was mistyped must not be ignored: `--dryrun` would import.
 * @throws UsageError that names what to use instead.
 */
export function checkCall({ command, words, rest }: FoundCommand): void {
  const name = words.join(' ');
  const commands = Object.keys(getSubCommands(command));
  if (commands.length > 0) {
    const use = `Use ${commands.map((word) => `"${name} ${word}"`).join(', ')}.`;
    throw new UsageError(rest[0] === undefined ? use : `There is no command "${name} ${rest[0]}". ${use}`);
  }
  const args = Object.entries((command.args ?? {}) as ArgsDef);
  const options = args.filter(([, { type }]) => type !== 'positional');
  const positionals = args.length - options.length;
  const given = parse(name, rest, options);
  if (given > positionals) {
    const expected = EXPECTED[positionals] ?? `${positionals} arguments`;
    throw new UsageError(`"${name}" takes ${expected}; see "${name} --help".`);
  }
}

const EXPECTED = ['nothing but options', 'one argument'];

/** The number of arguments that are not options. */
function parse(name: string, rest: string[], options: [string, { type?: string }][]): number {
  try {
    const { positionals } = parseArgs({
      args: rest,
      options: Object.fromEntries(
        options.map(([option, { type }]) => [option, { type: type === 'boolean' ? 'boolean' : 'string' } as const]),
      ),
      allowPositionals: true,
    });
    return positionals.length;
  } catch (error) {
    // The first sentence names the option; the following ones explain `--`, which does not help here.
    const [sentence] = (error as Error).message.split(/\.(?:\s|$)|\n/, 1);
    throw new UsageError(`${sentence}; see "${name} --help".`);
  }
}

const getSubCommands = (command: CommandDef): Record<string, unknown> =>
  (command.subCommands ?? {}) as Record<string, unknown>;
