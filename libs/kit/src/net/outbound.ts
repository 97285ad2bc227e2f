import type { Readable } from 'node:stream';
import type { buildConnector } from 'undici';
import type { Resolve } from './safe-connector.js';

export interface OutboundOptions {
  /** ALLOW_PRIVATE_NETWORK: loopback and private addresses and any port may be called. */
  allowPrivateNetwork: boolean;
  /** Default 5,000. */
  connectTimeoutMs?: number;
  /** Until the headers have come, and between two pieces of a body. Default 15,000. */
  idleTimeoutMs?: number;
  resolve?: Resolve;
  /** How an address that was checked is connected to; for tests, in which no address is public. */
  connect?: buildConnector.connector;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  /** Names in lower case. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Default 0: an answer 3xx is an answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string>;
  /** The caller must read it or destroy it. An interrupted body throws only in its reader. */
  body: Readable;
  /** Where the answer came from, after redirects. */
  url: string;
}

/** Calls to addresses that merchants name: feeds, webhooks, shop systems. */
export interface Outbound {
  /** @throws OutboundError */
  request(url: string, options?: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}
