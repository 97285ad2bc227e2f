import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server, ServerDuplexStream, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';

const SERVICES = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];
const METHOD = 'ServerReflectionInfo';

/** What @grpc/reflection adds to a server, by service name. */
type Implementations = Map<string, { definition: ServiceDefinition; handlers: UntypedServiceImplementation }>;

/**
 * Server reflection of `names`, in both published versions. Reading and indexing the .proto files takes 40 ms a server, most
 * of which no client ever asks for: the real service of @grpc/reflection is made at the first call, and behind these
 * methods that pass bytes on.
 * @param protoFiles - folder of .proto files; default: those of @svc/proto.
 */
export function addReflection(server: Server, names: readonly string[], protoFiles?: string): void {
  let loading: Promise<Implementations> | undefined;
  const bytes = (value: Buffer) => value;
  for (const service of SERVICES) {
    const definition: ServiceDefinition = {
      [METHOD]: {
        path: `/${service}/${METHOD}`,
        requestStream: true,
        responseStream: true,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    };
    server.addService(definition, {
      [METHOD]: (call: ServerDuplexStream<Buffer, Buffer>) => {
        loading ??= load(names, protoFiles);
        loading.then(
          (implementations) => passOn(call, implementations.get(service)),
          (error: Error) => call.destroy(error),
        );
      },
    });
  }
}

async function load(names: readonly string[], protoFiles?: string): Promise<Implementations> {
  const { ReflectionService } = await import('@grpc/reflection');
  const implementations: Implementations = new Map();
  const recorder = {
    addService(definition: ServiceDefinition, handlers: UntypedServiceImplementation) {
      const [, service = ''] = (definition[METHOD]?.path ?? '').split('/');
      implementations.set(service, { definition, handlers });
    },
  };
  const reflection = new ReflectionService(await loadProtoFiles(protoFiles), { services: [...names] });
  reflection.addToServer(recorder as unknown as Server);
  return implementations;
}

/** Lets the real handler read and write messages where the call carries bytes. */
function passOn(call: ServerDuplexStream<Buffer, Buffer>, real: ReturnType<Implementations['get']>): void {
  const method = real?.definition[METHOD];
  const handle = real?.handlers[METHOD] as ((stream: unknown) => void) | undefined;
  if (!method || !handle) {
    call.end();
    return;
  }
  handle({
    on(event: string, listener: (value?: unknown) => void) {
      call.on(event, event === 'data' ? (value: Buffer) => listener(method.requestDeserialize(value)) : listener);
    },
    write: (message: object) => call.write(method.responseSerialize(message)),
    end: () => call.end(),
  });
}

async function loadProtoFiles(protoFiles?: string): Promise<PackageDefinition> {
  const { loadSync } = await import('@grpc/proto-loader');
  const directory = protoFiles ?? join(dirname(fileURLToPath(import.meta.resolve('@svc/proto/package.json'))), 'proto');
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.proto'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
  return loadSync(files, { includeDirs: [directory] });
}
