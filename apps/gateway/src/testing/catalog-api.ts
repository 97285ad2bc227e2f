import { type GetFeedResponse, type ImportCsvRequest, type ImportRun, ImportSource, ImportState } from '@svc/proto';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from './start-gateway.js';

export const CATALOG = '/api/admin/v1/companies/glow/catalog';
export const T0 = new Date('2026-11-21T10:00:00Z');

export const run = (changes: Partial<ImportRun> = {}): ImportRun => ({
  id: 'r1',
  state: ImportState.IMPORT_STATE_SUCCEEDED,
  read: 3,
  created: 1,
  updated: 0,
  unchanged: 1,
  removed: 2,
  rejected: [{ line: 4, column: 'price', reason: 'Not a price.' }],
  rejectedCount: 1,
  reason: undefined,
  notes: [],
  createTime: T0,
  finishTime: T0,
  dryRun: false,
  source: ImportSource.IMPORT_SOURCE_UPLOAD,
  ...changes,
});

export const authorized = { authorization: `Bearer ${PLATFORM_TOKEN}` };

/** The management API in front of a catalog-sync that takes every file. */
export class CatalogApi {
  /** What catalog-sync has read: the start message and the file. */
  received: { start?: unknown; bytes: Buffer } = { bytes: Buffer.alloc(0) };
  /** The run that catalog-sync answers with. */
  answer = run();
  /** By company id. */
  feeds: Record<string, GetFeedResponse> = {};
  private current: TestGateway | undefined;

  get gateway(): TestGateway {
    if (!this.current) throw new Error('The gateway was not started.');
    return this.current;
  }

  readonly start = async (): Promise<void> => {
    Object.assign(this, { received: { bytes: Buffer.alloc(0) }, answer: run(), feeds: {} });
    this.current = await startGateway({
      handlers: {
        funnelAdmin: {
          getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'CHF' }),
        },
        catalogAdmin: {
          getImport: async () => ({ run: this.answer }),
          syncCatalog: async ({ wait }: { wait: boolean }) => ({
            run: run({
              state: wait ? this.answer.state : ImportState.IMPORT_STATE_RUNNING,
              source: ImportSource.IMPORT_SOURCE_FEED,
            }),
          }),
          getFeed: async ({ companyId }: { companyId: string }) => this.feeds[companyId] ?? { failures: 0 },
          importCsv: async (requests: AsyncIterable<ImportCsvRequest>) => {
            const chunks: Buffer[] = [];
            for await (const { part } of requests) {
              if (part?.$case === 'start') this.received.start = part.value;
              if (part?.$case === 'chunk') chunks.push(part.value);
            }
            this.received.bytes = Buffer.concat(chunks);
            return { run: this.answer };
          },
        },
      },
    });
  };

  readonly stop = async (): Promise<void> => this.current?.stop();
}
