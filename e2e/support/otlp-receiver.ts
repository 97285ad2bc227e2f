import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty: the first span of its trace. */
  parentId: string;
  name: string;
}

/** A collector that takes OTLP protobuf over HTTP and keeps the spans. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    spans.push(...readSpans(Buffer.concat(chunks)));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    spans,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** ExportTraceServiceRequest: resource_spans (1), scope_spans (2), spans (2). */
function readSpans(request: Buffer): ReceivedSpan[] {
  const spans = readFields(request, 1)
    .flatMap((resource) => readFields(resource, 2))
    .flatMap((scope) => readFields(scope, 2));
  return spans.map((span) => {
    const hex = (field: number) => readFields(span, field)[0]?.toString('hex') ?? '';
    return { traceId: hex(1), spanId: hex(2), parentId: hex(4), name: readFields(span, 5)[0]?.toString() ?? '' };
  });
}

/** The values of one field of a message, where they have a length: texts, bytes and messages. */
function readFields(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = readVarint();
    const type = tag & 7;
    if (type === 0) readVarint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else {
      const length = readVarint();
      if (tag >>> 3 === wanted) found.push(message.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
