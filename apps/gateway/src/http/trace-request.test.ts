import type { IncomingMessage } from 'node:http';
import { type ActiveSpan, type SpanOptions, setSpans } from '@svc/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTraceRequest } from './trace-request.js';

const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = SAMPLED.replace(/1$/, '0');
const OWN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let started: SpanOptions[] = [];
beforeEach(() => {
  started = [];
  setSpans({
    start(_name, options) {
      started.push(options);
      return { traceparent: OWN, rename() {}, setAttributes() {}, end() {} } satisfies ActiveSpan;
    },
  });
});
afterEach(() => setSpans(undefined));

const READ = { method: 'GET', url: '/api/v1/funnels/f' };
const request = (given: object, headers: Record<string, string> = {}) => ({ ...given, headers }) as IncomingMessage;
const trace = (options: { ratio?: number; isProxyTrusted?: boolean; hasToken?: boolean } = {}) =>
  createTraceRequest({
    ratio: options.ratio ?? 0,
    isProxyTrusted: options.isProxyTrusted ?? false,
    hasPlatformToken: () => options.hasToken ?? false,
  });

it('a trusted proxy decides: a sampled request is recorded below its span, another one keeps its ids (docs/operations.md "Traces")', () => {
  const behindProxy = trace({ isProxyTrusted: true, ratio: 1 });
  expect(behindProxy(request(READ, { traceparent: SAMPLED })).traceparent).toBe(OWN);
  expect(started).toEqual([{ kind: 'server', parent: SAMPLED }]);
  expect(behindProxy(request(READ, { traceparent: UNSAMPLED }))).toEqual({ traceparent: UNSAMPLED, span: undefined });
});

it('a sampled flag from another caller causes no recording, and its trace is only a link (docs/operations.md "Traces")', () => {
  expect(trace()(request(READ, { traceparent: SAMPLED }))).toEqual({});
  expect(trace({ ratio: 1 })(request(READ, { traceparent: SAMPLED })).traceparent).toBe(OWN);
  expect(started).toEqual([{ kind: 'server', link: SAMPLED }]);
});

it('a malformed traceparent is ignored', () => {
  trace({ ratio: 1, isProxyTrusted: true })(request(READ, { traceparent: 'made-up\n' }));
  expect(started).toEqual([{ kind: 'server', link: undefined }]);
});

it('writes of the management API are always recorded, its reads like all others (docs/operations.md "Traces")', () => {
  const url = '/api/admin/v1/companies/c/blueprint';
  expect(trace()(request({ method: 'PUT', url })).traceparent).toBe(OWN);
  expect(trace()(request({ method: 'GET', url }))).toEqual({});
});

it('X-Trace: 1 counts with the platform token only (docs/operations.md "Traces")', () => {
  expect(trace()(request(READ, { 'x-trace': '1' }))).toEqual({});
  expect(trace({ hasToken: true })(request(READ))).toEqual({});
  expect(trace({ hasToken: true })(request(READ, { 'x-trace': '1' })).traceparent).toBe(OWN);
});

it('without tracing nothing is recorded', () => {
  setSpans(undefined);
  expect(trace({ ratio: 1 })(request(READ))).toEqual({});
});
