import { setSpans } from '@svc/kit';
import { createOtlpSpans, getProcessMetrics, setProcessMetrics } from '@svc/kit/bench';

/** Loaded into each process of the telemetry benchmark, before its program: SIGUSR2 switches what observes requests off, and on again. */
const spans = createOtlpSpans({
  endpoint: process.env.BENCH_COLLECTOR as string,
  name: 'bench',
  version: '0',
  instance: String(process.pid),
  onError: () => {},
});
let observed: ReturnType<typeof getProcessMetrics>;
let isOn = false;

process.on('SIGUSR2', () => {
  observed ??= getProcessMetrics();
  isOn = !isOn;
  setProcessMetrics(isOn ? observed : undefined);
  setSpans(isOn ? spans : undefined);
});
