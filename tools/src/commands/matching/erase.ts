import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';

/** `svc erase --email a@b.example` or `svc erase --analysis ID` (GDPR). */
export const erase = defineCommand({
  meta: { name: 'erase', description: "Erase a shopper's analyses: answers, contact data and results." },
  args: {
    ...COMPANY_ARGUMENT,
    email: { type: 'string', description: 'All analyses with this e-mail address.' },
    analysis: { type: 'string', valueHint: 'id', description: 'This analysis.' },
  },
  async run({ args }) {
    if (Boolean(args.email) === Boolean(args.analysis))
      throw new UsageError('The command must have either --email or --analysis.');
    const path = `${companyPath(args.company)}/analyses`;
    if (args.analysis) {
      await connect().request('DELETE', `${path}/${encodeURIComponent(args.analysis)}`);
      console.log('Erased.');
      return;
    }
    const query = `?email=${encodeURIComponent(args.email as string)}`;
    const { erased } = (await connect().request('DELETE', `${path}${query}`)) as { erased: number };
    console.log(erased === 1 ? '1 analysis erased.' : `${erased} analyses erased.`);
  },
});
