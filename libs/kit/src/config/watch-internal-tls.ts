import { unwatchFile, watchFile } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InternalTls } from '../grpc/tls/internal-tls.js';
import type { Logger } from '../log/logger.js';
import { getExpiry, readInternalTls } from './read-internal-tls.js';
import type { TlsConfig } from './tls-env.js';

/** How often the files are looked at. */
const EVERY_MS = 2_000;
/** The three files are not replaced in one step. */
const SETTLE_MS = 1_000;

/**
 * Resolves when the process should end because its certificates were replaced: a random time after the change, before the old
 * certificate expires. A restart uses the new ones. Files that are wrong are logged, and nothing ends. ADR 62.
 */
export function untilTlsChanges(config: TlsConfig, tls: InternalTls, log: Logger): Promise<void> {
  const paths = [config.GRPC_TLS_CERT_FILE, config.GRPC_TLS_KEY_FILE, config.GRPC_TLS_CA_FILE] as string[];
  return new Promise((resolve) => {
    let isEnding = false;
    const look = async () => {
      await sleep(SETTLE_MS);
      if (isEnding || !hasUsableChange(config, tls, log)) return;
      isEnding = true;
      for (const path of paths) unwatchFile(path);
      const delayMs = chooseDelayMs(config, tls);
      log.info(
        { inS: Math.round(delayMs / 1_000) },
        'the certificates have changed; the process will stop to use them',
      );
      setTimeout(resolve, delayMs);
    };
    for (const path of paths) watchFile(path, { interval: EVERY_MS, persistent: false }, () => void look());
  });
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
