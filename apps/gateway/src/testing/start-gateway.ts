import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Bus, createInProcessBus, createLogger, type Metrics, readEnv } from '@svc/kit';
import type { Admission } from '../admission/admission.js';
import { GATEWAY_ENV, startGatewayService } from '../start-gateway-service.js';
import { type FakeHandlers, type FakeServices, startFakeServices } from './fake-services.js';

/** A stand-in of the built page of funnel hosts. */
const BUILT_PAGE = fileURLToPath(new URL('../../src/testing/built-page/', import.meta.url));

/** A stand-in of the built dashboard. */
const BUILT_DASHBOARD = fileURLToPath(new URL('../../src/testing/built-dashboard/', import.meta.url));

/** A stand-in of the built browser components. */
const BUILT_COMPONENTS = fileURLToPath(new URL('../../src/testing/built-components/', import.meta.url));

export const PLATFORM_TOKEN = 'platform-token-of-the-tests-of-the-gateway';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
  json: Record<string, unknown>;
}

export interface Ask {
  method?: string;
  /** Default: the API host. */
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface TestGateway {
  port: number;
  services: FakeServices;
  bus: Bus;
  /** Log lines so far, parsed. */
  logs: Record<string, unknown>[];
  ask(path: string, options?: Ask): Promise<Answer>;
  /** Sends bytes as they are and collects what comes back until the server closes, `until` holds or `untilMs` have passed. */
  raw(bytes: string | Buffer, options?: { until?: (received: string) => boolean; untilMs?: number }): Promise<string>;
  stop(): Promise<void>;
}

/** The real gateway on a free port, before fake services. */
export async function startGateway(
  options: {
    handlers?: FakeHandlers;
    env?: Record<string, string>;
    logLevel?: string;
    /** Default: a small stand-in of the built page. */
    pageDirectory?: string;
    /** Default: a small stand-in of the built browser components. */
    componentDirectory?: string;
    /** Default: a small stand-in of the built dashboard. */
    dashboardDirectory?: string;
    admission?: Pick<Admission, 'admits' | 'enter'>;
    metrics?: Metrics;
  } = {},
): Promise<TestGateway> {
  const services = await startFakeServices(options.handlers);
  const bus = createInProcessBus();
  const logs: Record<string, unknown>[] = [];
  const log = createLogger(
    { name: 'gateway', level: options.logLevel ?? 'info' },
    { write: (line: string) => void logs.push(JSON.parse(line)) },
  );
  const config = readEnv(GATEWAY_ENV, {
    PORT: '0',
    BASE_DOMAIN: 'svc.test:8080',
    PLATFORM_TOKEN,
    RATE_LIMITS: 'off',
    FUNNEL_ADDR: services.addresses.funnel,
    ANALYSIS_ADDR: services.addresses.analysis,
    MATCHER_ADDR: services.addresses.matcher,
    CATALOG_ADDR: services.addresses.catalog,
    IDENTITY_ADDR: services.addresses.identity,
    INSIGHT_ADDR: services.addresses.insight,
    CHAT_ADDR: services.addresses.chat,
    ...options.env,
  });
  const { admission, metrics } = options;
  const gateway = await startGatewayService(config, {
    log,
    bus,
    pageDirectory: options.pageDirectory ?? BUILT_PAGE,
    dashboardDirectory: options.dashboardDirectory ?? BUILT_DASHBOARD,
    componentDirectory: options.componentDirectory ?? BUILT_COMPONENTS,
    ...(admission ? { admission } : {}),
    ...(metrics ? { metrics } : {}),
  });
  const port = Number(new URL(gateway.address).port);
  return {
    port,
    services,
    bus,
    logs,
    ask: (path, ask = {}) => send(port, path, ask),
    raw: (bytes, { until = () => false, untilMs = 20_000 } = {}) => sendRaw(port, bytes, until, untilMs),
    stop: async () => {
      await gateway.stop();
      await bus.close();
      await services.stop();
    },
  };
}

function send(port: number, path: string, { method = 'GET', host = 'svc.test', headers = {}, body }: Ask) {
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.startsWith('application/json') && text !== '';
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            text,
            json: isJson ? JSON.parse(text) : {},
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function sendRaw(port: number, bytes: string | Buffer, until: (received: string) => boolean, untilMs: number) {
  return new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      clearTimeout(timer);
      clearInterval(polling);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, untilMs);
    const polling = setInterval(() => until(received) && finish(), 10);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(bytes);
  });
}
