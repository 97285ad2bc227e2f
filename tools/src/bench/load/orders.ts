import { randomId } from '@svc/kit';
import autocannon from 'autocannon';
import type { createManagementClient } from '../../management-client.js';
import { benchAnswers } from './seed.js';

/** Analyses that orders name in turn: an analysis takes a limited number of events. */
const ANALYSES = 400;
const CONNECTIONS = 16;

/**
 * Creates the analyses that orders name.
 * @returns sends orders of a shop's server from 16 connections, each of one line that names an analysis, and after each a refund of it; the next
 * one of a connection when the one before is answered. Requests a second.
 */
export async function prepareOrders(
  origin: string,
  management: ReturnType<typeof createManagementClient>,
  { handle, funnelId }: { handle: string; funnelId: string },
) {
  const content = (value: object) => ({ type: 'application/json', content: JSON.stringify(value) });
  const { value } = (await management.request(
    'POST',
    `/companies/${handle}/api-keys`,
    content({ name: 'bench orders', scopes: ['funnel.read', 'analysis.create', 'order.write'] }),
  )) as { value: string };
  const headers = { authorization: `Bearer ${value}`, 'content-type': 'application/json' };
  const ids = await createAnalyses(origin, headers, funnelId);
  const order = (orderId: string) => ({
    ...{ orderId, createdAt: new Date().toISOString(), currency: 'EUR' },
    lines: [
      {
        ...{ lineId: '1', variantId: '42100000000001', quantity: 1, price: '29.90' },
        analysisId: ids[Math.floor(Math.random() * ids.length)],
      },
    ],
  });
  const refund = (orderId: string) => ({
    ...{ refundId: randomId(), orderId, createdAt: new Date().toISOString() },
    lines: [{ lineId: '1', amount: '9.90' }],
  });
  return async (seconds: number) => {
    const result = await autocannon({
      url: origin,
      connections: CONNECTIONS,
      duration: seconds,
      requests: [
        {
          ...{ method: 'POST', path: '/api/v1/orders', headers },
          setupRequest: (request, context: { orderId?: string }) => {
            context.orderId = randomId();
            return { ...request, body: JSON.stringify(order(context.orderId)) };
          },
        },
        {
          ...{ method: 'POST', path: '/api/v1/refunds', headers },
          setupRequest: (request, context: { orderId?: string }) => ({
            ...request,
            body: JSON.stringify(refund(context.orderId ?? randomId())),
          }),
        },
      ],
    });
    const refused = result.statusCodeStats?.['503']?.count ?? 0;
    return {
      ...{ taken: result['2xx'] / result.duration, p99: result.latency.p99, refused, requests: result['2xx'] },
      failed: result.non2xx - refused + result.errors,
    };
  };
}

async function createAnalyses(origin: string, headers: Record<string, string>, funnelId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < ANALYSES; n += 1) {
    const response = await fetch(`${origin}/api/v1/analyses`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ funnelId, selectionValues: benchAnswers(n) }),
    });
    if (!response.ok) throw new Error(`An analysis is ${response.status}: ${await response.text()}`);
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}
