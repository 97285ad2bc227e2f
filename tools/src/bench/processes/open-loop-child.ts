import { text } from 'node:stream/consumers';
import { LoadGenerator, type Phase, type PhaseOutcome, type Traffic } from '../load/open-loop.js';

/** What a generator in a process of its own does: closed loop first, then open phases. Each outcome is printed as a line of JSON. */
export interface LoadJob {
  port: number;
  traffic: Traffic[];
  maxSockets: number;
  closed?: { connections: number; seconds: number };
  phases: Phase[];
}

const job = JSON.parse(await text(process.stdin)) as LoadJob;
const generator = new LoadGenerator(job);
const print = (outcome: PhaseOutcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`);
if (job.closed) print(await generator.closed(job.closed.connections, job.closed.seconds));
if (job.phases.length > 0) await generator.connect();
for (const phase of job.phases) print(await generator.open(phase));
generator.close();
