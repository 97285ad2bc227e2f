import type { Logger } from '@svc/kit';
import { loadOnce } from '../load-once.js';
import { getBuiltPageDirectory, loadPageAssets, type PageAssets } from './page-assets.js';

/**
 * The built page, read and compressed at the start; read again with each request as long as it is not there, so that a start does
 * not wait for a build. Everything but the pages works meanwhile.
 */
export function createPageAssetsLoader(log: Logger, directory?: string): () => Promise<PageAssets> {
  const load = loadOnce(async () => loadPageAssets(directory ?? getBuiltPageDirectory()));
  load().catch((error) => log.warn({ err: error }, 'the page of funnel hosts is not built'));
  return load;
}
