import type { DeliveryEndpoint } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';
import { plain } from './plain.js';

const REASONS = {
  GONE: 'it responded with 410, so it accepts nothing more',
  FAILED_FOR_TOO_LONG: 'every attempt failed for 120 hours',
} as const;

/** `svc webhooks endpoints`: endpoints of deliveries with their state. The exit code is 1 when one is disabled. */
export const endpoints = defineCommand({
  meta: { name: 'endpoints', description: 'Show the endpoints of deliveries and their state.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    const path = `${companyPath(args.company)}/webhooks/endpoints`;
    const { data } = (await connect().request('GET', path)) as { data: DeliveryEndpoint[] };
    for (const endpoint of data) console.log(formatLine(endpoint));
    if (data.length === 0) console.log('The company has neither a webhook nor a CRM in its blueprint.');
    if (data.some(({ state }) => state === 'DISABLED')) process.exitCode = 1;
  },
});

/** `svc webhooks enable webhook`: switches an endpoint on again. */
export const enable = defineCommand({
  meta: { name: 'enable', description: 'Enable an endpoint again; pending deliveries are sent.' },
  args: {
    ...COMPANY_ARGUMENT,
    target: { type: 'positional', required: true, description: 'webhook or crm.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/webhooks/endpoints/${encodeURIComponent(args.target)}/enable`;
    console.log(formatLine((await connect().request('POST', path)) as DeliveryEndpoint));
  },
});

function formatLine({
  target,
  url,
  state,
  disabledReason,
  disabledAt,
  failingSince,
  pending,
}: DeliveryEndpoint): string {
  const how =
    disabledReason !== null
      ? `switched off ${disabledAt}: ${REASONS[disabledReason]}`
      : failingSince !== null
        ? `failing since ${failingSince}`
        : 'well';
  return `${target.padEnd(7)}  ${state}  ${plain(url)}  ${how}; ${pending} pending`;
}
