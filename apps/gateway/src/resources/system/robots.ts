import { plainContent, sendBody } from '../../route/answer.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

const RULES = 'User-agent: *\nDisallow: /api/\n';

/** Addresses below /api contain capabilities and must not be indexed. docs/reliability.md section 3. */
export const robots = route({
  ...system,
  method: 'GET',
  path: '/robots.txt',
  id: 'robots',
  summary: 'Rules for crawlers',
  answers: { 200: { description: 'Nothing below /api.', content: plainContent('text/plain', RULES) } },
  handler: () => () =>
    sendBody(200, 'text/plain; charset=utf-8', Buffer.from(RULES), { 'Cache-Control': 'public, max-age=86400' }),
});
