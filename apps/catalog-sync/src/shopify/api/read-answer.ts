import type { OutboundResponse } from '@svc/kit';
import { ShopifyUnavailable } from './shopify-error.js';

const MAX_BYTES = 10 * 1024 * 1024;

/** An answer of Shopify as a JSON object; empty when it is none. @throws ShopifyUnavailable when it is larger than 10 MB. */
export async function readAnswer(
  response: OutboundResponse,
): Promise<{ status: number; body: Record<string, unknown>; headers: Record<string, string> }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ShopifyUnavailable('Shopify responded with more than 10 MB.');
    chunks.push(chunk);
  }
  return { status: response.status, body: parsed(Buffer.concat(chunks)), headers: response.headers };
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
