import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a command to its end and returns what it prints.
 * @throws Error with the command and the end of its messages when it fails, or is not installed.
 */
export async function run(
  command: string,
  parameters: readonly string[],
  options: { cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, parameters, { ...options, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${command} is not installed.`, { cause });
    throw new Error(`${command} ${parameters.slice(0, 8).join(' ')} failed: ${stderr.trim().slice(-2_000)}`, { cause });
  }
}
