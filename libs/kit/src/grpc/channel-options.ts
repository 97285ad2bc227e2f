import { isIP } from 'node:net';
import type { ClientOptions, ServiceConfig } from '@grpc/grpc-js';
import { MAX_RECONNECT_MS } from './call-stream/limits.js';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES } from './limits.js';
import type { ServiceDefinition } from './service.js';

/** Reads that may be sent again. Creates and other writes never are. R7.12. */
const REPEATABLE = /\/(Get|List|Match)[^/]*$/;

/**
 * Where grpc-js finds the server: names are resolved by DNS and again after every lost connection, so that
 * `round_robin` reaches all replicas; IP addresses, also several separated by commas, are taken as they are.
 */
export function toTarget(address: string): string {
  if (/^[a-z][a-z0-9]*:/.test(address) && !/^[^:]+:\d+$/.test(address)) return address;
  const hosts = address.split(',').map((part) => part.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
  const kinds = new Set(hosts.map((host) => isIP(host)));
  if (kinds.size === 1 && kinds.has(4)) return `ipv4:${address}`;
  if (kinds.size === 1 && kinds.has(6)) return `ipv6:${address}`;
  return `dns:///${address}`;
}

/** @param retry - names of methods (`GetFunnel`) that may be repeated; default all Get*, List* and Match* methods. */
export function isRepeatable(path: string, retry?: readonly string[]): boolean {
  return retry ? retry.some((name) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`)) : REPEATABLE.test(path);
}

/**
 * Channel settings of every client. R7.12: retries of reads on UNAVAILABLE, 3 attempts, 50–500 ms, throttled at
 * 10 tokens / 0.1; R7.13: reconnects after 100 ms to 1 s, keepalive 10 s / 5 s, round robin.
 */
export function channelOptions(definition: ServiceDefinition, retry?: readonly string[]): ClientOptions {
  const repeatable = Object.values(definition)
    .filter(({ path }) => isRepeatable(path, retry))
    .map(({ path }) => {
      const [, service = '', method = ''] = path.split('/');
      return { service, method };
    });
  const config: ServiceConfig = {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [],
    retryThrottling: { maxTokens: 10, tokenRatio: 0.1 },
  };
  if (repeatable.length > 0) {
    config.methodConfig.push({
      name: repeatable,
      retryPolicy: {
        maxAttempts: 3,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 3,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    });
  }
  return {
    'grpc.service_config': JSON.stringify(config),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    'grpc.service_config_disable_resolution': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_channelz': 0,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
  };
}

/**
 * The same for a channel that carries call streams. They are never repeated, so grpc-js need not keep what was sent. Connections
 * are not shared: one that failed for another client of this process a moment ago would fail the first call of this one.
 */
export function streamChannelOptions(): ClientOptions {
  return {
    ...channelOptions({}),
    'grpc.enable_retries': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_MS,
  };
}
