import { isIP } from 'node:net';
import type { ClientOptions, ServiceConfig } from '@grpc/grpc-js';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES } from '../limits.js';
import type { ServiceDefinition } from '../service.js';
import { isRepeatable, RETRY_POLICY } from './retry-policy.js';

/** How a client notices, while calls are in flight, that a server does not answer any more: HTTP/2 pings. */
export interface Keepalive {
  timeMs: number;
  timeoutMs: number;
}

/** For unary calls. They leave a frozen server after 1.3 to 1.6 s, so that a match (2.5 s) can still be sent to another one. */
export const CALL_KEEPALIVE: Keepalive = { timeMs: 300, timeoutMs: 1_300 };
/** For streams, such as an import of ten minutes, which a stall of a second must not interrupt. */
export const STREAM_KEEPALIVE: Keepalive = { timeMs: 10_000, timeoutMs: 5_000 };

const DAY_MS = 24 * 60 * 60 * 1_000;
const MIB = 1_024 * 1_024;

/**
 * Where grpc-js finds the server: names are resolved by DNS, so that `round_robin` reaches all replicas; IP addresses, also
 * several separated by commas, are used as they are.
 */
export function toTarget(address: string): string {
  if (/^[a-z][a-z0-9]*:/.test(address) && !/^[^:]+:\d+$/.test(address)) return address;
  const hosts = address.split(',').map((part) => part.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
  const kinds = new Set(hosts.map((host) => isIP(host)));
  if (kinds.size === 1 && kinds.has(4)) return `ipv4:${address}`;
  if (kinds.size === 1 && kinds.has(6)) return `ipv6:${address}`;
  return `dns:///${address}`;
}

/**
 * Channel settings of every client. docs/reliability.md R7.12: retries of reads; docs/reliability.md R7.13: reconnects
 * after 100 to 500 ms, keepalive, round robin. A channel resolves its name once and shares its connections with no
 * other one: `ChannelRotation` replaces channels, and grpc-js must close no connection that still has calls (ADR 30).
 */
export function channelOptions(
  definition: ServiceDefinition,
  keepalive: Keepalive,
  retry?: readonly string[],
): ClientOptions {
  return {
    'grpc.service_config': JSON.stringify(serviceConfig(definition, retry)),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
    'grpc.keepalive_time_ms': keepalive.timeMs,
    'grpc.keepalive_timeout_ms': keepalive.timeoutMs,
    'grpc.keepalive_permit_without_calls': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.dns_min_time_between_resolutions_ms': DAY_MS,
    'grpc.service_config_disable_resolution': 1,
    // A call that a server refuses while it closes the connection is sent again, if it is still kept.
    'grpc.per_rpc_retry_buffer_size': 8 * MIB,
    'grpc.retry_buffer_size': 64 * MIB,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_channelz': 0,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
  };
}

function serviceConfig(definition: ServiceDefinition, retry?: readonly string[]): ServiceConfig {
  const { maxAttempts, initialBackoffMs, maxBackoffMs, backoffMultiplier, maxTokens, tokenRatio } = RETRY_POLICY;
  const repeatable = Object.values(definition)
    .filter(({ path }) => isRepeatable(path, retry))
    .map(({ path }) => {
      const [, service = '', method = ''] = path.split('/');
      return { service, method };
    });
  const retryPolicy = {
    maxAttempts,
    initialBackoff: `${initialBackoffMs / 1_000}s`,
    maxBackoff: `${maxBackoffMs / 1_000}s`,
    backoffMultiplier,
    // grpc-js reports CANCELLED, which no server of ours sends, for a call that begins while its connection closes.
    retryableStatusCodes: ['UNAVAILABLE', 'CANCELLED'],
  };
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: repeatable.length > 0 ? [{ name: repeatable, retryPolicy }] : [],
    retryThrottling: { maxTokens, tokenRatio },
  };
}
