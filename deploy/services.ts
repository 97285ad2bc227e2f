import { GRPC_PORTS, type ServiceName } from '@svc/kit';

/** A program that is deployed: the gateway, or a gRPC service. */
export type DeployedName = 'gateway' | ServiceName;

/** All that deployments know of a program. Everything else follows from its environment (`<app>/src/config.ts`). */
export interface Service {
  readonly name: DeployedName;
  /** One sentence for descriptions of images. */
  readonly does: string;
  readonly grpcPort?: number;
  readonly httpPort?: number;
  /** Has a PostgreSQL schema and migrations. */
  readonly database: boolean;
  /** Services that it calls, one `*_ADDR` variable each. */
  readonly peers: readonly ServiceName[];
  /** Calls servers on the internet, for example webhooks of merchants. */
  readonly internet: boolean;
  /** Calls a language model where one is configured (`CHAT_MODEL_URL`), and no other address outside of the system. */
  readonly languageModel?: boolean;
  /** Size of `/tmp`, the only directory that it may write. */
  readonly temporaryMiB: number;
  /** What it uses in ordinary service. Processor time in thousandths of a core, without a limit. */
  readonly requests: { readonly cpuMillis: number; readonly memoryMiB: number };
  /** What it may use: room for the largest documents that it accepts (docs/adr/0167-memory-limits.md). */
  readonly memoryLimitMiB: number;
  readonly replicas: { readonly min: number; readonly max: number };
  /** Mean use of the requested processor time, in percent, above which replicas are added. */
  readonly scaleAtCpuPercent: number;
  /** Variables with other values than their defaults, wherever it is deployed. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly image: ImageContents;
}

/** What the image of a program contains in addition to the modules that it imports. Paths are those of the repository. */
export interface ImageContents {
  /** Modules that the program loads by path. Their imports are included. */
  readonly modules?: readonly string[];
  /** Files that it reads: glob patterns. */
  readonly files?: readonly string[];
  /** Goal for the unpacked and the compressed image, in MB (10^6 bytes). A larger image fails `npm run deploy:test`. */
  readonly maxMB: { readonly unpacked: number; readonly compressed: number };
}

/** What an image is made of, whether it is one of a program that runs or of the command line. */
export interface Imaged {
  readonly name: DeployedName | 'tools';
  /** One sentence for descriptions of images. */
  readonly does: string;
  /** Of its package, by path of the repository. Default: `apps/NAME`. */
  readonly folder?: string;
  /** Modules that it starts from. Default: all modules of its package, since threads and migrations are loaded by path. */
  readonly entries?: readonly string[];
  readonly image: ImageContents;
}

export const getFolder = ({ name, folder }: Imaged): string => folder ?? `apps/${name}`;

/**
 * One row for each service. Compose file, chart, images and the page of variables are made from it (ADR 63).
 * A new service is one row here, and a dependency in `deploy/package.json`.
 */
export const SERVICES: readonly Service[] = [
  {
    name: 'gateway',
    does: 'HTTP API, pages of funnels, browser components.',
    httpPort: 8080,
    database: false,
    peers: ['funnel-svc', 'analysis-svc', 'matcher-svc', 'catalog-sync', 'identity-svc', 'insight-svc', 'chat-svc'],
    internet: false,
    temporaryMiB: 64,
    requests: { cpuMillis: 500, memoryMiB: 256 },
    memoryLimitMiB: 1024,
    replicas: { min: 2, max: 20 },
    scaleAtCpuPercent: 65,
    image: {
      files: [
        'apps/dashboard/package.json',
        // Patterns do not match names that begin with a dot: the list of a page's files is in one.
        'apps/dashboard/dist/{.vite,**}/*',
        'apps/questionnaire/package.json',
        'apps/questionnaire/dist/{.vite,**}/*',
        'libs/components/package.json',
        'libs/components/dist/browser/**/*',
        // The package has 436 dependencies that are part of this one file.
        'node_modules/@scalar/api-reference/{package.json,LICENSE,dist/browser/standalone.js}',
      ],
      maxMB: { unpacked: 180, compressed: 70 },
    },
  },
  {
    name: 'funnel-svc',
    does: 'Companies, API keys, funnels and their versions.',
    grpcPort: GRPC_PORTS['funnel-svc'],
    database: true,
    peers: ['matcher-svc', 'catalog-sync', 'analysis-svc'],
    internet: false,
    temporaryMiB: 64,
    requests: { cpuMillis: 250, memoryMiB: 256 },
    memoryLimitMiB: 1024,
    replicas: { min: 2, max: 6 },
    scaleAtCpuPercent: 65,
    image: { maxMB: { unpacked: 165, compressed: 62 } },
  },
  {
    name: 'analysis-svc',
    does: 'Answers of shoppers, selfies, deliveries to webhooks.',
    grpcPort: GRPC_PORTS['analysis-svc'],
    database: true,
    peers: ['funnel-svc', 'matcher-svc', 'catalog-sync'],
    internet: true,
    temporaryMiB: 64,
    requests: { cpuMillis: 500, memoryMiB: 768 },
    memoryLimitMiB: 1280,
    replicas: { min: 2, max: 20 },
    scaleAtCpuPercent: 65,
    image: {
      // Loaded by path, since the package's entry for Node needs a native library (src/selfie/face-model.ts).
      modules: ['node_modules/@vladmandic/human/dist/human.node-wasm.js'],
      files: [
        // Its entry is not run, but `require.resolve` finds the package by it.
        'node_modules/@vladmandic/human/{package.json,LICENSE,dist/human.node.js}',
        'node_modules/@vladmandic/human/models/{blazeface,facemesh,iris}.{json,bin}',
        'node_modules/@tensorflow/tfjs-backend-wasm/wasm-out/*',
        'node_modules/@img/sharp-{linux-x64,libvips-linux-x64}/**/*',
      ],
      maxMB: { unpacked: 215, compressed: 85 },
    },
  },
  {
    name: 'matcher-svc',
    does: 'The engine that ranks variants, its settings, and interaction events.',
    grpcPort: GRPC_PORTS['matcher-svc'],
    database: true,
    peers: ['funnel-svc', 'catalog-sync', 'analysis-svc'],
    internet: false,
    temporaryMiB: 64,
    requests: { cpuMillis: 1000, memoryMiB: 1024 },
    memoryLimitMiB: 1536,
    replicas: { min: 2, max: 20 },
    scaleAtCpuPercent: 65,
    // Half of the memory that it requests; rankings and models take a part of the rest.
    environment: { MATCHER_CACHE_BYTES: String(512 * 1024 * 1024) },
    image: { maxMB: { unpacked: 165, compressed: 62 } },
  },
  {
    name: 'catalog-sync',
    does: 'Products, variants, imports, feeds.',
    grpcPort: GRPC_PORTS['catalog-sync'],
    database: true,
    peers: [],
    internet: true,
    // Imports are stored here until they are read.
    temporaryMiB: 2048,
    requests: { cpuMillis: 500, memoryMiB: 512 },
    memoryLimitMiB: 1024,
    replicas: { min: 2, max: 4 },
    scaleAtCpuPercent: 75,
    image: { maxMB: { unpacked: 170, compressed: 65 } },
  },
  {
    name: 'identity-svc',
    does: 'Users, sessions, invitations, roles in companies.',
    grpcPort: GRPC_PORTS['identity-svc'],
    database: true,
    peers: [],
    // Mails.
    internet: true,
    temporaryMiB: 64,
    requests: { cpuMillis: 100, memoryMiB: 256 },
    memoryLimitMiB: 512,
    replicas: { min: 2, max: 4 },
    scaleAtCpuPercent: 65,
    image: { maxMB: { unpacked: 165, compressed: 62 } },
  },
  {
    name: 'insight-svc',
    does: 'Visits, orders and refunds of shoppers, and what reports count.',
    grpcPort: GRPC_PORTS['insight-svc'],
    database: true,
    peers: ['analysis-svc', 'matcher-svc'],
    internet: false,
    temporaryMiB: 64,
    requests: { cpuMillis: 250, memoryMiB: 256 },
    memoryLimitMiB: 512,
    replicas: { min: 2, max: 8 },
    scaleAtCpuPercent: 65,
    image: { maxMB: { unpacked: 165, compressed: 62 } },
  },
  {
    name: 'chat-svc',
    does: 'Conversations with shoppers about the catalog.',
    grpcPort: GRPC_PORTS['chat-svc'],
    database: true,
    peers: ['funnel-svc', 'analysis-svc', 'matcher-svc', 'catalog-sync'],
    internet: false,
    languageModel: true,
    temporaryMiB: 64,
    // Search indexes of companies that are spoken about: 200 MB.
    requests: { cpuMillis: 250, memoryMiB: 512 },
    memoryLimitMiB: 768,
    replicas: { min: 2, max: 8 },
    scaleAtCpuPercent: 65,
    image: { maxMB: { unpacked: 165, compressed: 62 } },
  },
];

/** Port of metrics and probes in every container. */
export const METRICS_PORT = 9464;

/** The user of every container; it has no name and no home outside of the image. */
export const CONTAINER_USER = 65_532;

/** The command line, in an image of its own: no other image has it, since no program needs it. */
export const TOOLS: Imaged = {
  name: 'tools',
  does: 'The command line `svc`.',
  folder: 'tools',
  entries: ['tools/dist/svc.js'],
  // `svc ops` compares what has run with the migrations of the services.
  image: { files: ['apps/{*-svc,catalog-sync}/dist/migrations/*.js'], maxMB: { unpacked: 165, compressed: 62 } },
};

/** Everything that `npm run deploy:images` builds. */
export const IMAGES: readonly Imaged[] = [...SERVICES, TOOLS];
