import type { ComponentConfig, ComponentHoldout } from '../loader/component-config.js';
import type { ChunkName, PageRuntime } from '../loader/runtime.js';
import { postReport } from '../reporting/post-report.js';
import { browserStorage } from '../storage/record-list.js';
import { assignArm } from './assign-arm.js';
import { declinesTracking } from './declines-tracking.js';
import { keepVisitor, type VisitorRecord, writeVisitor } from './visitor-record.js';

/** Code of elements. */
const ELEMENT_CHUNKS: readonly ChunkName[] = ['frame', 'popup', 'launcher', 'widget', 'chat'];

/** Of this page load: without the components. */
let isHeldOut = false;
let assigned: { record: VisitorRecord; holdout: ComponentHoldout } | undefined;
let isListening = false;

const prepared = new WeakMap<ComponentConfig, Promise<void>>();

/**
 * Recognizes the visitor, and assigns the arm of a holdout, once for each configuration: before elements get it.
 * docs/components.md B13.9, B13.10.
 */
export function prepareVisitor(runtime: PageRuntime, config: ComponentConfig): Promise<void> {
  const known = prepared.get(config) ?? prepare(runtime, config);
  prepared.set(config, known);
  return known;
}

async function prepare(runtime: PageRuntime, config: ComponentConfig): Promise<void> {
  if (!isListening) {
    isListening = true;
    runtime.onChange((change) => {
      if (change !== 'settings') return;
      recognize(runtime, runtime.current);
      void report(runtime, runtime.current);
    });
  }
  const record = recognize(runtime, config);
  const holdout = config.visitor?.holdout;
  isHeldOut = false;
  assigned = undefined;
  if (!record || !holdout || !config.domainAllowed) return;
  const place = await assignArm(holdout.salt, record.id, holdout.weights);
  if (place === undefined) return;
  assigned = { record, holdout };
  if (!holdout.dry) {
    record.holdout = holdout.id;
    record.arm = place === 0 ? 'A' : 'B';
    writeVisitor(browserStorage(window), record);
    if (place === 0) holdOut(runtime, config);
  }
  void report(runtime, config);
}

/** What the shopper decided may have changed: an id is made, or removed. */
function recognize(runtime: PageRuntime, config: ComponentConfig | null): VisitorRecord | null {
  const record = config?.visitor
    ? keepVisitor(browserStorage(window), runtime.settings.consent, declinesTracking(navigator), Date.now())
    : null;
  runtime.visitorId = record?.id;
  return record;
}

/** With every page until it has arrived. Visitors of both arms are reported by the same code, at the same time. */
async function report(runtime: PageRuntime, config: ComponentConfig | null): Promise<void> {
  const { consent, companyId: company } = runtime.settings;
  const isAllowed = consent === 'granted' || config?.tracking.consent !== 'REQUIRED';
  if (!assigned || assigned.record.id !== runtime.visitorId || !isAllowed) return;
  const { record, holdout } = assigned;
  const reported = holdout.dry ? `${holdout.id} dry` : holdout.id;
  if (record.reported === reported) return;
  const body = { kind: 'EXPOSURE', company, experimentId: holdout.id, visitorId: record.id };
  const response = await postReport(runtime, 'visits', JSON.stringify(body));
  if (!response?.ok) return;
  record.reported = reported;
  // The shopper may have declined meanwhile.
  if (runtime.visitorId === record.id) writeVisitor(browserStorage(window), record);
}

/** Elements stay what they are without their code. */
function holdOut(runtime: PageRuntime, config: ComponentConfig): void {
  isHeldOut = true;
  // `svc-analysis` may have its code already.
  config.funnels = [];
  config.defaultFunnel = null;
  config.hasMoreFunnels = undefined;
  const { load, warn } = runtime;
  runtime.load = async (name) => (isHeldOut && ELEMENT_CHUNKS.includes(name) ? null : load(name));
  runtime.warn = (code, text) => {
    if (!isHeldOut || code !== 'funnel') warn(code, text);
  };
}
