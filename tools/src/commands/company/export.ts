import { writeFileSync } from 'node:fs';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

/** `svc export`: the company as a file that `svc apply` accepts. */
export const exportCommand = defineCommand({
  meta: { name: 'export', description: 'Print a company as a file that apply accepts.' },
  args: {
    ...COMPANY_ARGUMENT,
    json: { type: 'boolean', description: 'JSON instead of YAML.' },
    out: { type: 'string', valueHint: 'file', description: 'Write to this file instead of the terminal.' },
  },
  async run({ args }) {
    const accept = args.json ? 'application/json' : 'application/yaml';
    const answer = await connect().request('GET', `${companyPath(args.company)}/blueprint`, undefined, accept);
    const text = typeof answer === 'string' ? answer : `${JSON.stringify(answer, null, 2)}\n`;
    if (args.out) writeFileSync(args.out, text);
    else process.stdout.write(text);
  },
});
