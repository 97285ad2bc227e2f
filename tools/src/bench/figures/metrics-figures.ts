import { createClient, startMetricsServer } from '@svc/kit';
import { MatcherServiceClient } from '@svc/proto';
import type { Row } from '../compare.js';
import { startKitServer } from '../processes/kit-server.js';

const REQUEST = { productIds: [], variantIds: [], resultPage: false };
const CALLS = 20_000;
/** A call inside of a process is observed by its caller and its service; a funnel read has a request, one such call and a statement. */
const OBSERVATIONS_OF_CALL = 2;
const OBSERVATIONS_OF_READ = 4;
/** Processor time of a funnel read (P8), the cheapest request that is observed: 5,493 a second. docs/performance.md. */
const READ_US = 182;
const MAX_SHARE = 0.03;

/** What observed durations cost: processor time of calls inside of this process with and without a metrics server, in turn. */
export async function metricsFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const server = await startKitServer('inproc:metrics', Buffer.from('x'));
  const client = createClient(MatcherServiceClient, server.address, { timeoutMs: 10_000 });
  const callUs = async () => {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 1) await client.matchVariants(REQUEST);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CALLS;
  };
  const without: number[] = [];
  const measured: number[] = [];
  await callUs();
  for (let round = 0; round < rounds; round += 1) {
    without.push(await callUs());
    const metrics = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    measured.push(await callUs());
    await metrics.close();
  }
  client.close();
  await server.stop();
  const [base, observed] = [Math.min(...without), Math.min(...measured)];
  const observationUs = (observed - base) / OBSERVATIONS_OF_CALL;
  return [
    {
      id: 'metrics',
      figure: 'observed durations of a funnel read, of 3 % of its processor time',
      ratio: (observationUs * OBSERVATIONS_OF_READ) / (READ_US * MAX_SHARE),
      must: '≤ 1',
      note: `${observationUs.toFixed(2)} µs each; a call inside of a process ${base.toFixed(1)} µs without, ${observed.toFixed(1)} µs with`,
    },
  ];
}
