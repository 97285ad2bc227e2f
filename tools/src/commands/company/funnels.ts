import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

const FUNNEL_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
} as const;

/** `svc publish beauty`: makes the current draft the published version, unless it has new dead ends. */
export const publish = defineCommand({
  meta: { name: 'publish', description: 'Check the current draft of a funnel and publish it.' },
  args: {
    ...FUNNEL_ARGUMENTS,
    force: { type: 'boolean', description: 'Publish without the check, even with dead ends.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/funnels/${encodeURIComponent(args.subdomain)}/publish`;
    const body = args.force ? { type: 'application/json', content: '{"force":true}' } : undefined;
    const { id, number } = (await connect().request('POST', path, body)) as { id: string; number: number };
    console.log(`Version ${number} (${id}) of ${args.subdomain} is published.`);
  },
});

/** `svc versions beauty`: newest first. */
export const versions = defineCommand({
  meta: { name: 'versions', description: 'List the versions of a funnel.' },
  args: FUNNEL_ARGUMENTS,
  async run({ args }) {
    const path = `${companyPath(args.company)}/funnels/${encodeURIComponent(args.subdomain)}/versions?limit=100`;
    const { data } = (await connect().request('GET', path)) as {
      data: { id: string; number: number; state: string; createdAt: string }[];
    };
    for (const version of data) {
      console.log(`${String(version.number).padStart(4)}  ${version.id}  ${version.state}  ${version.createdAt}`);
    }
  },
});
