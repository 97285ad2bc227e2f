import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';

/** `svc rollback beauty --number 3`: publishes the steps of an earlier version again. */
export const rollback = defineCommand({
  meta: {
    name: 'rollback',
    description: 'Publish an earlier version of a funnel again; answers given since are kept.',
  },
  args: {
    ...COMPANY_ARGUMENT,
    subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
    number: { type: 'string', valueHint: 'number', description: 'Number of the version; see "svc versions".' },
    id: { type: 'string', valueHint: 'id', description: 'Id of the version, instead of --number.' },
  },
  async run({ args }) {
    if ((args.number === undefined) === (args.id === undefined))
      throw new UsageError('The command must have either --number or --id.');
    const body =
      args.id === undefined ? { number: versionNumber('--number', args.number as string) } : { versionId: args.id };
    const path = `${companyPath(args.company)}/funnels/${encodeURIComponent(args.subdomain)}/rollback`;
    const content = JSON.stringify(body);
    const { id, number, rolledBackTo, changed } = (await connect().request('POST', path, {
      type: 'application/json',
      content,
    })) as { id: string; number: number; rolledBackTo: { number: number }; changed: boolean };
    const target = `version ${rolledBackTo.number}`;
    if (changed) console.log(`Version ${number} (${id}) of ${args.subdomain} is published: it is ${target} again.`);
    else console.log(`Nothing changed: version ${number} of ${args.subdomain} has the steps of ${target}.`);
  },
});

/** @throws UsageError */
export function versionNumber(name: string, given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new UsageError(`${name} must be the number of a version, for example 3.`);
}
