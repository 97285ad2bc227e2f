import type { EnvSpec } from '@svc/kit';
import { type DeployedName, type Service, TOOLS } from '../../services.ts';
import { listSettableVariables } from './chart-facts.ts';

/** The part of JSON Schema that is used here. */
export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const text = (description: string, more: object = {}): Schema => ({ type: 'string', description, ...more });
const yesOrNo = (description: string): Schema => ({ type: 'boolean', description });
const count = (description: string, minimum = 1): Schema => ({ type: 'integer', minimum, description });
const list = (description: string, items: Schema = { type: 'string' }): Schema => ({
  type: 'array',
  items,
  description,
});
const map = (description: string, values: Schema): Schema => ({
  type: 'object',
  additionalProperties: values,
  description,
});
const choice = (description: string, ...values: string[]): Schema => ({ enum: values, description });
const object = (properties: Record<string, Schema>, more: object = {}): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});

/** Objects of Kubernetes, which the cluster checks. */
const kubernetes = (description: string): Schema => list(description, { type: 'object' });
const secret = (what: string, value: Record<string, Schema>): Schema =>
  object({
    ...value,
    existingSecret: text(`Name of a Secret that has ${what}, instead of the value.`),
    existingSecretKey: text('Its key in that Secret.', { minLength: 1 }),
  });
const quantity = '^[0-9]+([.][0-9]+)?(m|Ki|Mi|Gi)?$';
const host = '^[A-Za-z0-9*]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]+)?$';

/** `chart/values.schema.json`. Unknown values are errors, so that a misspelled one has no silent effect. */
export function createValuesSchema(
  services: readonly Service[],
  environments: ReadonlyMap<DeployedName, EnvSpec>,
): Schema {
  const variables = [...environments.values()].flatMap((spec) => Object.entries(spec));
  const secrets = [...new Set(variables.filter(([, { isSecret }]) => isSecret).map(([name]) => name))].sort();
  const ownValues = new Set(['DATABASE_URL', 'PLATFORM_TOKEN', 'REDIS_URL']);
  const reachable = (what: string): Schema =>
    object({
      ports: list(`Ports of ${what}.`, { type: 'integer' }),
      to: kubernetes(`Peers (NetworkPolicyPeer) that are ${what}; empty: every address.`),
    });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart svc',
    ...object(
      {
        global: { type: 'object', description: 'Not used; Helm sets it in subcharts.' },
        baseDomain: text('Host of the API; dashboard and funnels are sub-domains of it. **Required.**', {
          pattern: host,
          minLength: 1,
        }),
        publicScheme: choice('Scheme of addresses that are given away.', 'http', 'https'),
        trustProxy: count('Number of proxies in front of the gateway.', 0),
        logLevel: choice('Least severe log level.', 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
        image: object({
          registry: text('Where the images are: the part of their names before the name of the program.', {
            minLength: 1,
          }),
          tag: text('Tag of all images; empty: the release of the chart.'),
          digests: object(
            Object.fromEntries(
              [...services, TOOLS].map(({ name }) => [
                name,
                text('Digest; replaces the tag.', { pattern: '^sha256:[0-9a-f]{64}$' }),
              ]),
            ),
            { description: 'Digests of images by name of the program; they take precedence over the tag.' },
          ),
          pullPolicy: choice('When nodes load images.', 'Always', 'IfNotPresent', 'Never'),
          pullSecrets: list('Names of Secrets for the registry.'),
        }),
        database: secret('the URL', {
          url: text('PostgreSQL: `postgres://user:password@host:port/database`. **This or `existingSecret`.**'),
        }),
        platformToken: secret('the token', {
          value: text('Token of the management API, at least 32 characters. **This or `existingSecret`.**'),
        }),
        redis: secret('the URL', { url: text('Redis; empty: none.') }),
        secrets: object({
          provider: choice(
            'Where secrets without a value here are from: nowhere, one Secret that exists, or a store that External Secrets reads.',
            'secret',
            'existing',
            'externalSecrets',
          ),
          values: object(
            Object.fromEntries(secrets.filter((name) => !ownValues.has(name)).map((name) => [name, text('Value.')])),
            { description: `Values of further secrets: ${secrets.filter((name) => !ownValues.has(name)).join(', ')}.` },
          ),
          keys: list('Variables that the existing Secret or the store has, under these names.', { enum: secrets }),
          existingSecret: text('Name of that Secret.'),
          externalSecrets: object({
            storeKind: choice('Kind of the store.', 'SecretStore', 'ClusterSecretStore'),
            storeName: text('Name of the store.'),
            remoteKey: text('The entry of the store that has a property for each variable.'),
            refreshInterval: text('How often it is read.', { pattern: '^[0-9]+(s|m|h)$' }),
          }),
        }),
        migrations: object({
          mode: choice(
            '`job`: before the services. `argo`: the same with Argo CD. `start`: services migrate when they start. `none`: elsewhere.',
            'job',
            'argo',
            'start',
            'none',
          ),
          useHelmHooks: yesOrNo('With `job`: Helm waits for the jobs before it changes anything else.'),
        }),
        ingress: object({
          enabled: yesOrNo('Creates an Ingress for the base domain and its sub-domains.'),
          className: text('Class of the Ingress; empty: the default of the cluster.'),
          hosts: list('Own hosts of funnels.', { type: 'string', pattern: host }),
          tls: kubernetes('`hosts` and `secretName` of certificates.'),
          annotations: map('Annotations; the default is for ingress-nginx.', { type: 'string' }),
        }),
        gatewayApi: object({
          enabled: yesOrNo('Creates an HTTPRoute for the same hosts.'),
          parentRefs: kubernetes('Gateways to which it belongs.'),
          hosts: list('Own hosts of funnels.', { type: 'string', pattern: host }),
        }),
        networkPolicy: object({
          enabled: yesOrNo('Denies all connections but those that the services need.'),
          ingressFrom: kubernetes('Peers that may reach the gateway; empty: all.'),
          metricsFrom: kubernetes('Peers that may reach metrics and probes; empty: only nodes.'),
          database: reachable('the database'),
          redis: reachable('Redis'),
          tracing: reachable('the collector of traces'),
          chatModel: object({
            ports: list(
              'Ports of the language model, of its pods if it runs in the cluster; empty: that of `chatModel.url`.',
              {
                type: 'integer',
              },
            ),
            to: kubernetes(
              'Peers (NetworkPolicyPeer) that are the language model; empty: the internet without private ranges.',
            ),
          }),
          privateRanges: object({
            ipv4: list('Ranges that are not part of the internet.'),
            ipv6: list('The same for IPv6.'),
          }),
        }),
        tls: object({
          internal: choice(
            'Calls between services: `off`: plain. `mesh`: a service mesh encrypts them. `files`: certificates from the Secrets `<release>-svc-<service>-tls`.',
            'off',
            'mesh',
            'files',
          ),
        }),
        monitoring: object({
          serviceMonitor: yesOrNo('Creates a ServiceMonitor.'),
          rules: yesOrNo('Creates a PrometheusRule with the alerts.'),
          dashboards: yesOrNo('Creates a ConfigMap for each board of Grafana.'),
          labels: map('Labels by which the Prometheus Operator selects both.', { type: 'string' }),
        }),
        tracing: object({
          endpoint: text('Collector: OTLP over HTTP, without `/v1/traces`; empty: no traces.'),
          ratio: { type: 'number', minimum: 0, maximum: 1, description: 'Share of requests whose trace is sent.' },
        }),
        chatModel: object({
          url: text(
            'Language model of the chat: address of an OpenAI-compatible interface, without `/chat/completions`. Empty: none, and chat-svc reaches nothing outside of the system.',
            { pattern: '^(https?://[^/?#\\s]+(/[^?#\\s]*)?)?$' },
          ),
          name: text('Name of the model at that address. Its token is `CHAT_MODEL_KEY` of `secrets`.', {
            minLength: 1,
          }),
        }),
        restoreDrill: describeRestoreDrill(),
        services: object(
          Object.fromEntries(
            services.map((service) => [service.name, describeSettings(service, environments.get(service.name) ?? {})]),
          ),
        ),
      },
      { required: ['baseDomain'], definitions: SETTINGS },
    ),
  };
}

const describeRestoreDrill = (): Schema =>
  object({
    enabled: yesOrNo('Creates a CronJob that restores the newest backup into a pod and uses the services on it.'),
    schedule: text('When it runs, as of cron.', { minLength: 9 }),
    deadlineSeconds: count('Longest time that it may take, the restore included.', 60),
    databaseUrl: text('The restored server, seen from the pod. Its login may use the roles of all schemas.'),
    analyses: count('Stored analyses that are matched.', 0),
    pushgateway: text('Address of a Pushgateway for the metrics of a success; empty: none.'),
    egress: kubernetes('What the pod may reach (NetworkPolicyEgressRule): your backups, the Pushgateway.'),
    postgres: object({
      image: text('An image with PostgreSQL, `psql`, and the tool of your backups. **Required.**'),
      command: list('Restores into `/restored`, and runs the server on port 5432 of this machine. **Required.**'),
      isRestored: list('Command whose exit code is 0 when the server is restored and takes writes.'),
      user: count('User id of the server.'),
      env: kubernetes('Its variables (EnvVar).'),
      resources: { $ref: '#/definitions/resources' },
      volume: { type: 'object', description: 'Source of the volume `/restored`, as large as the database.' },
      volumes: kubernetes('Further volumes of the pod, for example with the settings of the tool.'),
      volumeMounts: kubernetes('Where the server has them.'),
    }),
  });

/** Settings that all services have, `database` only those with a schema. */
const SETTINGS: Readonly<Record<string, Schema>> = {
  replicas: count('Replicas where nothing scales them.', 0),
  resources: object({
    cpu: text('Requested processor time. There is no limit.', { pattern: quantity }),
    memory: text('Requested memory.', { pattern: quantity }),
    memoryLimit: text('Memory at which the container is ended. Default: what is requested.', { pattern: quantity }),
  }),
  autoscaling: object({
    enabled: yesOrNo('Scales by processor time (HorizontalPodAutoscaler).'),
    min: count('Least replicas.'),
    max: count('Most replicas.'),
    cpuPercent: count('Mean use of the requested processor time above which replicas are added.'),
    keda: object({
      enabled: yesOrNo('Scales by a metric in Prometheus instead (KEDA ≥ 2.17); `autoscaling.enabled` must be false.'),
      serverAddress: text('Address of Prometheus.'),
      query: text('Sum over the replicas; empty: utilization of their event loops.'),
      threshold: text('Value for each replica above which replicas are added.', { pattern: '^[0-9]+([.][0-9]+)?$' }),
    }),
  }),
  pdb: object({
    maxUnavailable: {
      type: ['integer', 'string'],
      description: 'Most replicas that a drain of nodes removes. Default 1, with more than one replica.',
    },
    minAvailable: { type: ['integer', 'string'], description: 'Instead of it: least replicas that remain.' },
  }),
  topologySpread: list('Labels of nodes over which replicas are spread where possible.'),
  extraEnv: kubernetes('Further variables (EnvVar), for example from other Secrets.'),
  database: secret('the URL', { url: text('A database of its own, instead of `database.url`.') }),
  podAnnotations: map('Annotations of the pods.', { type: 'string' }),
  nodeSelector: map('Labels of nodes.', { type: 'string' }),
  tolerations: kubernetes('Tolerations.'),
  priorityClassName: text('Priority class.'),
};

function describeSettings({ database }: Service, spec: EnvSpec): Schema {
  const variables = listSettableVariables(spec).map(([name, doc]) => [
    name,
    { type: ['string', 'number', 'boolean'], description: doc },
  ]);
  const settings = Object.keys(SETTINGS).filter((name) => database || name !== 'database');
  return object({
    ...Object.fromEntries(settings.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    env: object(Object.fromEntries(variables)),
  });
}
