import { type ClientClass, createClient, DATABASE_HEALTH, HealthDefinition } from '@svc/kit';

interface HealthMethods {
  check(request: string): Promise<boolean>;
  close(): void;
}

/** `NOT_FOUND` of gRPC. */
const NOT_FOUND = 5;

/** A service of an older release knows no such name. */
function withoutDatabase(error: unknown): boolean {
  if (((error as Error).cause as { code?: unknown } | undefined)?.code === NOT_FOUND) return true;
  throw error;
}

/** A health client of one service. Resolves with whether it and its database serve; rejects when it does not answer in time. */
export function createHealthClient(
  address: string,
  timeoutMs: number,
): { isServing(): Promise<boolean>; close(): void } {
  // createClient uses the definition only; there is no generated class for these two messages.
  const Definition = { service: HealthDefinition } as unknown as ClientClass<object>;
  const client = createClient(Definition, address, { timeoutMs }) as unknown as HealthMethods;
  return {
    async isServing() {
      const answers = await Promise.all([client.check(''), client.check(DATABASE_HEALTH).catch(withoutDatabase)]);
      return answers.every(Boolean);
    },
    close: () => client.close(),
  };
}
