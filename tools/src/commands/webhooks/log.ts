import type { DeliveryRecord, DeliverySummary, Redelivery } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { formatAttempt } from './format-attempt.js';
import { plain } from './plain.js';

const deliveriesPath = (company: string | undefined): string => `${companyPath(company)}/webhooks/deliveries`;

const FILTERS = {
  state: { type: 'string', valueHint: 'PENDING|DELIVERED|DEAD', description: 'Only deliveries in this state.' },
  target: { type: 'string', valueHint: 'webhook|crm', description: 'Only deliveries to this target.' },
  analysis: { type: 'string', valueHint: 'id', description: 'Only deliveries of this analysis.' },
} as const;

const DEFAULT_LIMIT = 20;

/** `svc webhooks list --state DEAD`: newest first. */
export const list = defineCommand({
  meta: { name: 'list', description: 'List deliveries, newest first.' },
  args: {
    ...COMPANY_ARGUMENT,
    ...FILTERS,
    limit: { type: 'string', valueHint: 'number', description: `How many, 1 to 100; default ${DEFAULT_LIMIT}.` },
    json: { type: 'boolean', description: 'One JSON object per line.' },
  },
  async run({ args }) {
    const query = new URLSearchParams({ limit: args.limit ?? String(DEFAULT_LIMIT) });
    if (args.state) query.set('state', args.state.toUpperCase());
    if (args.target) query.set('target', args.target);
    if (args.analysis) query.set('analysisId', args.analysis);
    const page = (await connect().request('GET', `${deliveriesPath(args.company)}?${query}`)) as Page;
    for (const delivery of page.data) console.log(args.json ? JSON.stringify(delivery) : formatLine(delivery));
    if (args.json) return;
    if (page.data.length === 0) console.log('There are no such deliveries.');
    if (page.nextCursor) console.log('There are more; --limit shows up to 100.');
  },
});

interface Page {
  data: DeliverySummary[];
  nextCursor: string | null;
}

/** `svc webhooks show msg_…`: what was sent, and what was answered. */
export const show = defineCommand({
  meta: { name: 'show', description: 'Show a delivery with its attempts.' },
  args: {
    ...COMPANY_ARGUMENT,
    id: { type: 'positional', required: true, description: 'The webhook-id.' },
    json: { type: 'boolean', description: 'Everything as JSON.' },
  },
  async run({ args }) {
    const path = `${deliveriesPath(args.company)}/${encodeURIComponent(args.id)}`;
    const delivery = (await connect().request('GET', path)) as DeliveryRecord;
    console.log(args.json ? JSON.stringify(delivery, null, 2) : formatRecord(delivery));
  },
});

/** `svc webhooks redeliver msg_…`; or `--dead`: what is dead of an endpoint, of all times or of a period. */
export const redeliver = defineCommand({
  meta: { name: 'redeliver', description: 'Deliver again now, with the same id.' },
  args: {
    ...COMPANY_ARGUMENT,
    id: { type: 'positional', required: false, description: 'The webhook-id.' },
    dead: { type: 'boolean', description: 'All dead deliveries to an endpoint, which are no longer retried.' },
    target: { type: 'string', valueHint: 'webhook|crm', description: 'With --dead: the endpoint; default webhook.' },
    from: { type: 'string', valueHint: 'time', description: 'With --dead: submissions from this time on.' },
    to: { type: 'string', valueHint: 'time', description: 'With --dead: submissions before this time; default now.' },
  },
  async run({ args }) {
    if ((args.id === undefined) === !args.dead) throw new UsageError('Name one webhook-id, or give --dead.');
    if (args.id !== undefined) {
      await connect().request('POST', `${deliveriesPath(args.company)}/${encodeURIComponent(args.id)}/redeliver`);
      console.log(`${args.id} is delivered again.`);
      return;
    }
    const { target = 'webhook', from = new Date(0).toISOString(), to = new Date().toISOString() } = args;
    const path = `${companyPath(args.company)}/webhooks/redeliver`;
    const content = JSON.stringify({ target, from, to, states: ['DEAD'] });
    const body = { type: 'application/json', content };
    const { count } = (await connect().request('POST', path, body)) as Redelivery;
    console.log(count === 0 ? 'There are no dead deliveries.' : `Dead deliveries that are delivered again: ${count}.`);
  },
});

const formatLine = (delivery: DeliverySummary): string =>
  [
    delivery.createdAt,
    delivery.id,
    delivery.target.padEnd(7),
    delivery.state.padEnd(9),
    `${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}`,
    ...whatNext(delivery),
  ].join('  ');

function whatNext({ state, nextAttemptAt, lastError }: DeliverySummary): string[] {
  const error = lastError === null ? [] : [plain(lastError)];
  if (state !== 'PENDING') return error;
  return [...error, nextAttemptAt === null ? 'waits for its endpoint' : `next ${nextAttemptAt}`];
}

function formatRecord(delivery: DeliveryRecord): string {
  const { requestBody, requestBodyBytes, attemptLog, analysisId } = delivery;
  const isCut = requestBody !== null && Buffer.byteLength(requestBody) < (requestBodyBytes ?? 0);
  return [
    formatLine(delivery),
    `analysis ${analysisId}`,
    ...attemptLog.flatMap((attempt) => ['', ...formatAttempt(`Attempt ${attempt.number}`, attempt)]),
    '',
    requestBody === null ? 'The body is not built yet, or past its 7 days.' : plain(requestBody),
    ...(isCut ? [`… ${requestBodyBytes} bytes in all`] : []),
  ].join('\n');
}
