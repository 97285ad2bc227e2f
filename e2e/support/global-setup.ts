import { keepCompiledCode } from './compiled-code.js';
import { launch } from './processes.js';
import { createRunDirectory, templateDirectory } from './system-directory.js';

/**
 * Once for all files: starts the system as it is built (`npm run build`) on an empty directory and stops it again. Its database,
 * with every migration done, is what each later system begins with (`systemDirectory`).
 */
export default async function setup(): Promise<() => void> {
  const remove = createRunDirectory();
  try {
    const [system] = await Promise.all([launch({ DATA_DIR: templateDirectory(), DEMO: 'false' }), keepCompiledCode()]);
    await system.stop();
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}
