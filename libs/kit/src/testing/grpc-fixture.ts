import {
  CatalogAdminServiceClient,
  CatalogAdminServiceService,
  CatalogServiceClient,
  CatalogServiceService,
  type ImportCsvRequest,
  ImportRun,
} from '@svc/proto';
import type { ClientSettings } from '../grpc/client/create-client.js';
import { createClient } from '../grpc/client/create-client.js';
import { createGrpcServer, type GrpcServerOptions } from '../grpc/server/create-grpc-server.js';
import { type Call, type Handlers, service } from '../grpc/service.js';
import { createLogger } from '../log/logger.js';

type CatalogHandlers = Handlers<typeof CatalogServiceService>;

/** What a test of the gRPC layer may replace: one unary read, one response stream, one request stream, one write. */
export interface FixtureHandlers {
  list?: (cursor: string, call: Call) => Promise<string>;
  snapshot?: CatalogHandlers['getSnapshot'];
  importCsv?: (requests: AsyncIterable<ImportCsvRequest>, call: Call) => Promise<number>;
  apply?: (companyId: string, call: Call) => Promise<void>;
}

const unused = async (): Promise<never> => {
  throw new Error('not part of this test');
};

/** The methods that no test calls, whatever the service has. */
const unusedMethods = Object.fromEntries(
  Object.keys(CatalogAdminServiceService).map((name) => [name, unused]),
) as unknown as Handlers<typeof CatalogAdminServiceService>;

/** Both transports, for `describe.each`: what holds for calls holds on both. */
export const TRANSPORTS = ['grpc', 'in-process'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

let servers = 0;

/** Two real services on a real server, with `lines` of its log. */
export async function startFixture(
  handlers: FixtureHandlers,
  options: Partial<GrpcServerOptions> & { port?: number; transport?: TransportName } = {},
) {
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const server = createGrpcServer({
    log,
    ...options,
    services: [
      service(CatalogServiceService, {
        listCatalogChanges: async ({ cursor }, call) => ({
          changes: [],
          cursor: (await handlers.list?.(cursor, call)) ?? '',
        }),
        getSnapshot: handlers.snapshot ?? async function* () {},
        findProductByUrl: unused,
        listProductPaths: unused,
        getSearchDocuments: unused,
      }),
      service(CatalogAdminServiceService, {
        ...unusedMethods,
        importCsv: async (requests, call) => {
          const read = (await handlers.importCsv?.(requests, call)) ?? 0;
          return { run: ImportRun.fromPartial({ id: 'r', read }) };
        },
        applyCatalog: async ({ companyId }, call) => {
          await handlers.apply?.(companyId, call);
          return {};
        },
      }),
    ],
  });
  const host = options.transport === 'in-process' ? `inproc:fixture-${++servers}` : '127.0.0.1';
  const address = await server.listen(host, options.port ?? 0);
  return { server, address, lines };
}

export function readClient(address: string, settings?: ClientSettings) {
  return createClient(CatalogServiceClient, address, settings);
}

export function writeClient(address: string, settings?: ClientSettings) {
  return createClient(CatalogAdminServiceClient, address, settings);
}

/** Servers and clients of one test file; `stopAll` belongs into afterEach. */
export function grpcSandbox() {
  const cleanups: (() => unknown)[] = [];
  return {
    /** Runs before the servers stop, last one first. */
    onStop(cleanup: () => unknown) {
      cleanups.push(cleanup);
    },
    async start(handlers: FixtureHandlers, transport: TransportName = 'grpc', settings: ClientSettings = {}) {
      const { server, address } = await startFixture(handlers, { graceMs: 200, transport });
      const client = readClient(address, settings);
      const writes = writeClient(address, settings);
      cleanups.push(
        () => server.stop(),
        () => client.close(),
        () => writes.close(),
      );
      return { server, address, client, writes };
    },
    async stopAll() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    },
  };
}
