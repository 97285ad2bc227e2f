import type { Logger } from '@svc/kit';
import { loadOnce } from '../load-once.js';
import { getBuiltPageDirectory, loadPageAssets, type PageAssets } from './page-assets.js';

/**
 * A built page, read at the start; read again with each request as long as it is not there, so that a start does
 * not wait for a build. Everything but the pages works meanwhile.
 * @param page.packageFile - package.json of the project that builds it.
 * @param page.directory - where it is instead.
 */
export function createPageAssetsLoader(
  log: Logger,
  page: { packageFile: string; directory?: string | undefined },
): () => Promise<PageAssets> {
  const load = loadOnce(async () => loadPageAssets(page.directory ?? getBuiltPageDirectory(page.packageFile)));
  load().catch((error) => log.warn({ err: error }, `there is no built page next to ${page.packageFile}`));
  return load;
}
