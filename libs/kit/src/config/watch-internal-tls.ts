import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers/promises';
import type { InternalTls } from '../grpc/tls/internal-tls.js';
import type { Logger } from '../log/logger.js';
import { getExpiry, readInternalTls } from './read-internal-tls.js';
import type { TlsConfig } from './tls-env.js';

/** How often the files are read. The three are not replaced in one step: they are judged when two readings agree. */
const EVERY_MS = 2_000;

/**
 * Resolves when the process should end because its certificates were replaced: a random time after the change, before the old
 * certificate expires. A restart uses the new ones. Files that are wrong are logged once, and nothing ends. ADR 62.
 */
export async function untilTlsChanges(config: TlsConfig, tls: InternalTls, log: Logger): Promise<void> {
  const paths = [config.GRPC_TLS_CERT_FILE, config.GRPC_TLS_KEY_FILE, config.GRPC_TLS_CA_FILE] as string[];
  // The comparison is with what the process uses, so that no change since it read the files is missed.
  let judged = [tls.cert, tls.key, tls.ca].join('\0');
  let previous = judged;
  for await (const _ of setInterval(EVERY_MS, undefined, { ref: false })) {
    const found = paths.map(readText).join('\0');
    if (found === previous && found !== judged) {
      judged = found;
      if (hasUsableChange(config, tls, log)) break;
    }
    previous = found;
  }
  const delayMs = chooseDelayMs(config, tls);
  log.info({ inS: Math.round(delayMs / 1_000) }, 'the certificates have changed; the process will stop to use them');
  await new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** The text of a file; of one that cannot be read, nothing. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function hasUsableChange(config: TlsConfig, old: InternalTls, log: Logger): boolean {
  try {
    const tls = readInternalTls(config);
    return tls !== undefined && (['cert', 'key', 'ca'] as const).some((name) => !tls[name].equals(old[name]));
  } catch (error) {
    log.error({ err: error }, 'the changed certificates cannot be used; the process continues with the old ones');
    return false;
  }
}

/** Half of the time that remains to the old certificate at most. */
function chooseDelayMs({ GRPC_TLS_RESTART_WITHIN_S: withinS = 0 }: TlsConfig, old: InternalTls): number {
  const remainingMs = Math.max(0, getExpiry(old).getTime() - Date.now());
  return Math.random() * Math.min(withinS * 1_000, remainingMs / 2);
}
