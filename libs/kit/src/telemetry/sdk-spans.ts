import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { ActiveSpan, SpanOptions, Spans } from './spans.js';

/** Spans that wait for the collector; more are dropped, so that a collector that is down costs a bounded amount of memory. */
const MAX_WAITING_SPANS = 4_096;
const SEND_EVERY_MS = 1_000;
const SEND_WITHIN_MS = 5_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

export interface SdkSpans extends Spans {
  /** Sends what waits, and ends. */
  close(): Promise<void>;
}

/** Sends spans to a collector in batches, as OTLP protobuf over HTTP. @param onError - called for each batch that could not be sent. */
export function createOtlpSpans(options: {
  endpoint: string;
  name: string;
  version: string;
  instance: string;
  onError(error: Error | undefined): void;
}): SdkSpans {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_WITHIN_MS });
  const reported: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) options.onError(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
  const processor = new BatchSpanProcessor({
    exporter: reported,
    maxQueueSize: MAX_WAITING_SPANS,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  });
  return createSdkSpans(processor, {
    'service.name': options.name,
    'service.version': options.version,
    'service.instance.id': options.instance,
  });
}

/** Spans of the OpenTelemetry SDK. The kit decides what is sampled and passes parents itself, so neither a sampler nor a context manager is needed. */
export function createSdkSpans(processor: SpanProcessor, resource: Record<string, string>): SdkSpans {
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('@svc/kit');
  return {
    start(name, { kind, attributes, parent, link }: SpanOptions) {
      const context =
        parent === undefined
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...toSpanContext(parent), isRemote: kind === 'server' });
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          ...(attributes ? { attributes } : {}),
          ...(link === undefined ? {} : { links: [{ context: toSpanContext(link) }] }),
        },
        context,
      );
      return toActiveSpan(span);
    },
    close: () => provider.shutdown(),
  };
}

function toActiveSpan(span: Span): ActiveSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    rename: (name) => void span.updateName(name),
    setAttributes: (attributes) => void span.setAttributes(attributes),
    end(errorType) {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

const toSpanContext = (traceparent: string) => ({
  traceId: traceparent.slice(3, 35),
  spanId: traceparent.slice(36, 52),
  traceFlags: TraceFlags.SAMPLED,
});
