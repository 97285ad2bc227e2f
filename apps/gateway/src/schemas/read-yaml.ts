import { Worker } from 'node:worker_threads';
import type { YamlResult } from './yaml-to-value.js';

/** Texts up to this length are read at once; longer ones would hold up every other request. */
const INLINE_LENGTH = 64 * 1024;
const MAX_MS = 60_000;
const MAX_HEAP_MIB = 1_024;

/** The module beside this one; `.ts` where the sources themselves run, as in tests. */
const MODULE = new URL(`./yaml-to-value${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;

const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ yamlToValue }) => parentPort.postMessage(yamlToValue(workerData.text)));
`;

/**
 * Reads a YAML text; a long one in a thread of its own, bounded in time and memory. Never rejects. The parser is loaded when it
 * is first needed.
 */
export async function readYaml(text: string): Promise<YamlResult> {
  if (text.length <= INLINE_LENGTH) return (await import('./yaml-to-value.js')).yamlToValue(text);
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { module: MODULE, text },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
  try {
    return await new Promise<YamlResult>((resolve) => {
      const fail = () => resolve({ problems: ['The file is too large for YAML; send it as JSON.'] });
      worker.once('message', resolve);
      worker.once('error', fail);
      worker.once('exit', fail);
    });
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
