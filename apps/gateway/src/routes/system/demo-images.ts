import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@svc/kit';
import type { Handler } from '../../context.js';

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};
/** One or more plain names and a known ending: no dots elsewhere, so that no path leaves the folder. */
const IMAGE = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(svg|png|jpg|webp)$/;

/**
 * GET /demo/images/…: the pictures of the demo company, which its funnel and catalogue refer to. Only there when
 * DEMO_DIRECTORY is set; a merchant's own pictures live in the merchant's shop.
 */
export function demoImages(demoDirectory: string): Handler {
  return async (ctx) => {
    const path = decoded(ctx.path.slice('/demo/images/'.length));
    const type = TYPES[IMAGE.exec(path)?.[1] ?? ''];
    if (!type) throw notFound();
    const body = await readFile(join(demoDirectory, 'images', path)).catch(() => {
      throw notFound();
    });
    ctx.status = 200;
    ctx.set({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // A picture that is opened as a page runs nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    ctx.body = body;
  };
}

const notFound = () => new ServiceError('NOT_FOUND', 'No such picture.');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw notFound();
  }
}
