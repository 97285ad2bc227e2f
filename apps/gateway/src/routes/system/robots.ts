import type { Handler } from '../../context.js';

/**
 * GET /robots.txt: addresses below /api carry capabilities and are nothing for an index. docs/reliability.md section 3.
 */
export function robots(): Handler {
  return (ctx) => {
    ctx.status = 200;
    ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' });
    ctx.body = Buffer.from('User-agent: *\nDisallow: /api/\n');
  };
}
