import type { ServerDuplexStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse } from '@svc/proto';
import type { Logger } from '../../log/logger.js';
import type { GrpcService, UnaryHandler } from '../service.js';
import { ServedStream, type UnaryMethods } from './served-stream.js';
import { exchangeMethod } from './wire.js';

/** The carrier of a server's unary methods, to be added beside its services. */
export interface CallStreams {
  name: string;
  definition: { exchange: typeof exchangeMethod };
  implementation: UntypedServiceImplementation;
  /** Asks all clients to send their calls elsewhere; each stream ends when its last call is answered. */
  goAway(): void;
}

export function serveCallStreams(services: readonly GrpcService[], log: Logger): CallStreams {
  const methods: UnaryMethods = new Map(
    services.flatMap(({ definition, handlers }) =>
      Object.entries(definition)
        .filter(([, method]) => !method.requestStream && !method.responseStream)
        .map(([key, method]) => [method.path, { method, handler: handlers[key] as UnaryHandler<unknown, unknown> }]),
    ),
  );
  const open = new Set<ServedStream>();
  let goingAway = false;
  return {
    name: 'svc.kit.v1.CallStreamService',
    definition: { exchange: exchangeMethod },
    implementation: {
      exchange(raw: ServerDuplexStream<ExchangeRequest, ExchangeResponse>) {
        const stream = new ServedStream(raw, methods, log);
        open.add(stream);
        raw.on('close', () => open.delete(stream));
        if (goingAway) stream.goAway();
      },
    },
    goAway() {
      goingAway = true;
      for (const stream of open) stream.goAway();
    },
  };
}
