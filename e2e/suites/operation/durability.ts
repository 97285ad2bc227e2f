import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { type Answer, send, untilEach } from '../../support/http.js';
import { admin, type Cluster } from '../../support/services.js';

const KEYS = 60;

/** docs/contract.md C10: never two analyses for one key, never a recorded key without its analysis. */
export function durability(cluster: () => Cluster): void {
  describe('creates with an Idempotency-Key while analysis-svc is killed', () => {
    let create: (key: string) => Promise<Answer | undefined>;

    beforeAll(async () => {
      const origin = cluster().gateways[0]?.origin as string;
      const management = admin(origin, cluster().platformToken);
      const applied = await management.establish('durable', smallCompany({ subdomain: 'durable' }));
      expect(applied.status, applied.text).toBe(200);
      const apiKey = await management.createKey('durable');
      const body = { funnelId: applied.body.funnels.durable.id, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      create = (key) =>
        send(origin, '/api/v1/analyses', {
          headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
          body,
        }).catch(() => undefined);
    });

    it('keeps every acknowledged analysis, and one per key, over kill -9 and retries (docs/reliability.md R11.1, R11.2)', async () => {
      const keys = Array.from({ length: KEYS }, (_, index) => `order-${index}`);
      const acknowledged = new Map<string, string>();
      const attempt = async (key: string): Promise<boolean> => {
        const answer = await create(key);
        if (answer?.status === 200) {
          expect(acknowledged.get(key) ?? answer.body.id).toBe(answer.body.id);
          acknowledged.set(key, answer.body.id);
        } else if (answer) {
          // 503 while it is down, 409 REQUEST_IN_PROGRESS while a dead call's lease runs, 504 when a call was cut.
          expect([409, 503, 504]).toContain(answer.status);
        }
        return answer?.status === 200;
      };

      const firstRound = Promise.all(keys.map((key, index) => delayed(index * 5, () => attempt(key))));
      await delayed(KEYS * 2, async () => cluster().analysis.stop('SIGKILL'));
      cluster().restartAnalysis();
      await firstRound;
      const missing = keys.filter((key) => !acknowledged.has(key));
      await untilEach('every key was acknowledged', missing, attempt, 40_000);
      // Keys of calls that the kill interrupted replay as well.
      await untilEach('every key was replayed', keys, attempt, 40_000);

      const database = new pg.Client({ connectionString: cluster().databaseUrl });
      await database.connect();
      const { rows } = await database.query(
        `select a.id from analysis.analyses a join funnel.companies c on c.id = a.company_id where c.handle = 'durable' order by a.id`,
      );
      await database.end();
      expect(rows.map(({ id }) => id)).toEqual([...acknowledged.values()].sort());
    });
  });
}

function delayed<T>(ms: number, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms)).then(run);
}
