import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTAINER_USER, SERVICES, type Service } from '../../services.ts';
import { readEnvironment } from '../table/read-environment.ts';
import { createChartFiles } from './create-chart-files.ts';
import { findHelm, type HelmResult, runHelm } from './testing/helm.ts';
import { checkFields, type KubernetesObject, parseObjects, validateObject } from './testing/objects.ts';

const CHART = fileURLToPath(new URL('../../chart', import.meta.url));
const VALUES = readdirSync(join(CHART, 'ci')).sort();
/** Below `deploy`, so that the compiler finds the packages with types. */
const work = fileURLToPath(new URL('../../dist/chart-test', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'svc-helm-'));

describe('the chart', () => {
  const command = findHelm(process.env);
  const helm = (...parameters: string[]): HelmResult => runHelm(command, parameters, home);
  const template = (values: string, { chart = CHART, release = 'svc', set = [] as string[] } = {}): HelmResult => {
    const settings = set.flatMap((value) => ['--set', value]);
    const file = join(CHART, 'ci', values);
    return helm('template', release, chart, '--values', file, '--kube-version', '1.33.0', ...settings);
  };
  const print = (...parameters: Parameters<typeof template>): string => {
    const { status, stdout, stderr } = template(...parameters);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const render = (...parameters: Parameters<typeof template>) => parseObjects(print(...parameters));
  const printed = new Map(VALUES.map((values) => [values, print(values)]));
  const rendered = new Map([...printed].map(([values, text]) => [values, parseObjects(text)]));
  const all = [...rendered.values()].flat();
  const get = (values: string): KubernetesObject[] => rendered.get(values) ?? [];
  const find = (objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject | undefined =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  afterAll(() => {
    for (const folder of [home, work]) rmSync(folder, { recursive: true, force: true });
  });

  describe.each(VALUES)('with %s', (values) => {
    it('passes helm lint', () => {
      const { status, stdout, stderr } = helm('lint', '--strict', CHART, '--values', join(CHART, 'ci', values));
      expect([status, stderr], stdout).toEqual([0, '']);
    });

    it('renders valid objects', async () => {
      for (const object of get(values)) {
        await expect(validateObject(object), `${object.kind} ${object.metadata.name}`).resolves.toBeUndefined();
      }
    });

    it('renders the same bytes twice', () => {
      expect(print(values)).toBe(printed.get(values));
    });

    it('gives each object a name of its own, shorter than 63 characters', () => {
      const names = get(values).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      const other = render(values, { release: 'a-second-release-with-a-long-name' });
      expect(other.filter(({ kind, metadata }) => names.includes(`${kind}/${metadata.name}`))).toEqual([]);
      expect(other.filter(({ metadata }) => metadata.name.length > 63)).toEqual([]);
    });
  });

  it('renders no field that Kubernetes does not know, and shows none in its example', async () => {
    const example = parseObjects(readFileSync(join(CHART, 'examples/valkey.yaml'), 'utf8'));
    for (const object of example) await validateObject(object);
    expect(checkFields([...all, ...example], work)).toBe('');
    const [deployment] = all.filter(({ kind }) => kind === 'Deployment');
    const misspelled = structuredClone(deployment) as KubernetesObject;
    misspelled.spec.template.spec.containers[0].redinessProbe = {};
    expect(checkFields([misspelled], work)).toContain('redinessProbe');
  });

  // docs/operations.md "Kubernetes"
  describe('pods', () => {
    const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    const deployments = all.filter(({ kind }) => kind === 'Deployment');

    it('run without rights, on file systems that they cannot write, with limited memory and no limit of processor time', () => {
      expect(workloads.length).toBeGreaterThan(SERVICES.length * VALUES.length);
      for (const { spec } of workloads) {
        const pod = spec.template.spec;
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: CONTAINER_USER,
            runAsGroup: CONTAINER_USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
        });
        for (const { resources, securityContext } of pod.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(resources.requests.cpu).toBeDefined();
          expect(Object.keys(resources.limits)).toEqual(['memory']);
          expect(toBytes(resources.limits.memory)).toBeGreaterThanOrEqual(toBytes(resources.requests.memory));
        }
      }
      expect(all.filter(({ apiVersion }) => apiVersion.startsWith('rbac.'))).toEqual([]);
    });

    it('have probes on the metrics port that need no other service, and time to drain', () => {
      for (const { spec } of deployments) {
        const { containers, terminationGracePeriodSeconds } = spec.template.spec;
        expect(terminationGracePeriodSeconds).toBe(40);
        for (const [probe, path] of Object.entries({ startup: 'startupz', liveness: 'livez', readiness: 'readyz' })) {
          expect(containers[0][`${probe}Probe`].httpGet).toEqual({ path: `/${path}`, port: 'metrics' });
        }
      }
    });

    it('are replaced one by one, spread over zones and nodes, and started again when their settings change', () => {
      for (const { spec, metadata } of deployments) {
        expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
        for (const constraint of spec.template.spec.topologySpreadConstraints) {
          expect(constraint.whenUnsatisfiable).toBe('ScheduleAnyway');
        }
        expect(spec.template.spec.topologySpreadConstraints, metadata.name).toHaveLength(2);
      }
      const read = (set: string[], annotation: string) =>
        find(render('minimal.yaml', { set }), 'Deployment', 'svc-gateway')?.spec.template.metadata.annotations[
          annotation
        ];
      expect(read([], 'checksum/config')).not.toBe(read(['logLevel=debug'], 'checksum/config'));
      const token = 'platformToken.value=another-token-of-at-least-32-characters';
      expect(read([], 'checksum/secret')).not.toBe(read([token], 'checksum/secret'));
    });

    it('have labels and selectors without a version', () => {
      const version = /\d+\.\d+\.\d+/;
      for (const { metadata, spec } of all) {
        expect(Object.values({ ...metadata.labels, ...spec?.selector?.matchLabels }).join()).not.toMatch(version);
      }
    });

    it('are never all drained from nodes, and single ones do not block a drain', () => {
      const budgets = get('full.yaml').filter(({ kind }) => kind === 'PodDisruptionBudget');
      expect(
        Object.fromEntries(budgets.map(({ metadata, spec: { selector: _, ...spec } }) => [metadata.name, spec])),
      ).toEqual({
        'svc-gateway': { maxUnavailable: 1 },
        'svc-funnel-svc': { maxUnavailable: 1 },
        'svc-analysis-svc': { minAvailable: '50%' },
        'svc-matcher-svc': { maxUnavailable: 1 },
        'svc-catalog-sync': { maxUnavailable: 1 },
        'svc-insight-svc': { maxUnavailable: 1 },
        'svc-chat-svc': { maxUnavailable: 1 },
      });
    });

    it.each(SERVICES)('$name: gets variables that it reads, with values that it takes', async ({ name }) => {
      const spec = await readEnvironment(name);
      for (const values of VALUES) {
        const data = find(get(values), 'ConfigMap', `svc-${name}`)?.data as Record<string, string>;
        for (const [variable, value] of Object.entries(data)) {
          expect(() => spec[variable]?.parse(value), variable).not.toThrow();
          expect(spec, values).toHaveProperty(variable);
          expect(spec[variable]?.isSecret, variable).toBe(false);
        }
        const container = find(get(values), 'Deployment', `svc-${name}`)?.spec.template.spec.containers[0];
        for (const { name: variable, value } of container.env as { name: string; value?: string }[]) {
          if (value === undefined) continue;
          expect(variable).toMatch(/_FILE$/);
          expect(spec[variable.replace(/_FILE$/, '')]?.isSecret, variable).toBe(true);
        }
      }
    });
  });

  describe('secrets', () => {
    it('are files, each from a key that a Secret of the release has or that exists already', () => {
      for (const values of VALUES) {
        const objects = get(values);
        const keys = new Map<string, string[]>();
        for (const { kind, metadata, data, spec } of objects) {
          if (kind === 'Secret') keys.set(metadata.name, Object.keys(data));
          if (kind === 'ExternalSecret') {
            keys.set(
              metadata.name,
              spec.data.map(({ secretKey }: { secretKey: string }) => secretKey),
            );
          }
        }
        for (const { kind, spec, metadata } of objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
          const { containers, volumes } = spec.template.spec;
          const sources = volumes.find(({ name }: { name: string }) => name === 'secrets')?.projected.sources ?? [];
          const items = sources.flatMap(
            ({ secret }: { secret: { name: string; items: { key: string; path: string }[] } }) =>
              secret.items.map(({ key, path }) => ({ secret: secret.name, key, path })),
          ) as { secret: string; key: string; path: string }[];
          const read = (containers[0].env as { value?: string }[])
            .flatMap(({ value }) => value ?? [])
            .map((path) => path.replace('/run/secrets/svc/', ''));
          expect(items.map(({ path }) => path).sort(), `${values} ${kind} ${metadata.name}`).toEqual(read.sort());
          for (const { secret, key } of items.filter(({ secret }) => secret.startsWith('svc'))) {
            if (secret !== 'svc-secrets') expect(keys.get(secret), `${values} ${metadata.name}`).toContain(key);
          }
        }
      }
    });

    it('are not created from nothing: without a database or a token nothing is rendered, and the message says what must be set', () => {
      expect(template('minimal.yaml', { set: ['database.url='] }).stderr).toContain(
        'database.url or database.existingSecret must be set',
      );
      expect(template('minimal.yaml', { set: ['platformToken.value='] }).stderr).toContain(
        'platformToken.value or platformToken.existingSecret must be set',
      );
    });
  });

  describe('migrations', () => {
    it('run before the services, with a copy of the secrets that exists before everything else', () => {
      const objects = get('minimal.yaml');
      const jobs = objects.filter(({ kind }) => kind === 'Job');
      expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(
        SERVICES.filter(({ database }) => database)
          .map(({ name }) => `svc-migrate-${name}`)
          .sort(),
      );
      for (const { metadata } of jobs) expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      const copy = find(objects, 'Secret', 'svc-migrate');
      expect(copy?.metadata.annotations).toMatchObject({
        'helm.sh/hook': 'pre-install,pre-upgrade',
        'helm.sh/hook-weight': '-5',
      });
      expect(copy?.data).toEqual({ DATABASE_URL: find(objects, 'Secret', 'svc')?.data.DATABASE_URL });
      expect(find(objects, 'ConfigMap', 'svc-funnel-svc')?.data.MIGRATE).toBe('false');
    });

    it('are ordered by waves with Argo CD, are jobs for each image without hooks, and are left to the services on request', () => {
      for (const { kind, metadata } of get('argo.yaml')) {
        const wave = metadata.annotations?.['argocd.argoproj.io/sync-wave'];
        expect(wave).toBe({ Job: '-1', ExternalSecret: '-2', Secret: '-2' }[kind]);
      }
      const names = (set: string[]) =>
        render('mesh.yaml', { set })
          .filter(({ kind }) => kind === 'Job')
          .map(({ metadata }) => metadata.name);
      expect(names(['image.tag=0.3.0']).filter((name) => names([]).includes(name))).toEqual([]);
      expect(get('existing-secret.yaml').filter(({ kind }) => kind === 'Job')).toEqual([]);
      expect(find(get('existing-secret.yaml'), 'ConfigMap', 'svc-funnel-svc')?.data.MIGRATE).toBe('true');
    });
  });

  describe('networks', () => {
    const policies = get('full.yaml').filter(({ kind }) => kind === 'NetworkPolicy');
    const getPolicy = (name: string) => policies.find(({ metadata }) => metadata.name === `svc-${name}`)?.spec;
    const toComponents = (peers: { podSelector?: { matchLabels: Record<string, string> } }[] = []): string[] =>
      peers.flatMap(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'] ?? []);

    it('let nothing pass that no other policy allows', () => {
      const { podSelector, ...rest } = getPolicy('deny');
      expect(rest).toEqual({ policyTypes: ['Ingress', 'Egress'] });
      expect(podSelector.matchLabels).not.toHaveProperty('app.kubernetes.io/component');
    });

    it.each(SERVICES)(
      '$name reaches its peers, is reached by its callers, and nothing else',
      ({ name, peers, internet }) => {
        type Rule = { ports?: { port: string | number }[]; to?: object[]; from?: object[] };
        const { ingress, egress } = getPolicy(name) as { ingress: Rule[]; egress: Rule[] };
        const callers = SERVICES.filter((service) => (service.peers as string[]).includes(name)).map(
          (caller) => caller.name,
        );
        expect(egress.flatMap(({ to }) => toComponents(to as [])).sort()).toEqual([...peers].sort());
        expect(ingress.flatMap(({ from }) => toComponents(from as [])).sort()).toEqual(callers.sort());
        expect(ingress.filter(({ from }) => from === undefined)).toEqual([]);
        // Only the internet is reached on every port, and never without its exceptions.
        const open = egress.filter(({ ports }) => ports === undefined);
        expect(open).toHaveLength(internet ? 1 : 0);
        for (const { to } of open) {
          expect(to).toEqual([
            { ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) } },
            { ipBlock: { cidr: '::/0', except: expect.arrayContaining(['fc00::/7']) } },
          ]);
        }
      },
    );

    // docs/chat.md T10.1
    it('let only the chat reach a language model, only one that is configured, and only it', () => {
      type Egress = { ports?: { port: string | number }[] }[];
      const getPorts = (objects: readonly KubernetesObject[], name: string) => {
        const egress: Egress = find(objects, 'NetworkPolicy', `svc-${name}`)?.spec.egress ?? [];
        const ports = egress.flatMap((rule) => rule.ports?.map(({ port }) => port) ?? []);
        return ports.filter((port) => ![53, 5432, 6379, 4318, 'grpc'].includes(port));
      };
      const getModelRule = (objects: readonly KubernetesObject[]) =>
        find(objects, 'NetworkPolicy', 'svc-chat-svc')?.spec.egress.at(-1);
      const data = (values: string) => find(get(values), 'ConfigMap', 'svc-chat-svc')?.data;

      expect(getPorts(get('minimal.yaml'), 'chat-svc')).toEqual([]);
      expect(data('minimal.yaml')).not.toHaveProperty('CHAT_MODEL_URL');
      expect(getPorts(get('full.yaml'), 'chat-svc')).toEqual([443]);
      expect(getModelRule(get('full.yaml')).to).toEqual([
        { ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) } },
        { ipBlock: { cidr: '::/0', except: expect.arrayContaining(['fc00::/7']) } },
      ]);
      expect(getModelRule(get('mesh.yaml'))).toEqual({
        ports: [{ port: 8080 }],
        to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ai' } } }],
      });
      expect(data('mesh.yaml')).toMatchObject({
        CHAT_MODEL_URL: 'http://models.ai:8000/v1',
        CHAT_MODEL_NAME: 'example-8b',
      });
      const withUrl = (url: string) => render('minimal.yaml', { set: [`chatModel.url=${url}`] });
      expect(getPorts(withUrl('http://models.example.com'), 'chat-svc')).toEqual([80]);
      expect(getPorts(withUrl('https://models.example.com:8443/v1'), 'chat-svc')).toEqual([8443]);
      for (const { name } of SERVICES.filter(({ languageModel }) => !languageModel)) {
        expect(getPorts(get('full.yaml'), name), name).toEqual([]);
      }
    });

    it('let clients see all replicas, or the mesh balance', () => {
      const clusterIp = (values: string) => find(get(values), 'Service', 'svc-matcher-svc')?.spec.clusterIP;
      expect(clusterIp('minimal.yaml')).toBe('None');
      expect(clusterIp('mesh.yaml')).toBeUndefined();
    });
  });

  // docs/operations.md "A drill in the cluster"
  describe('the restore drill', () => {
    const objects = get('full.yaml');
    const cronJob = find(objects, 'CronJob', 'svc-restore-drill')?.spec;
    const pod = cronJob.jobTemplate.spec.template.spec;
    type Container = {
      name: string;
      restartPolicy?: string;
      args?: string[];
      image: string;
      env: { name: string; value: string }[];
      volumeMounts: { name: string }[];
      securityContext: object;
      startupProbe?: object;
    };
    const before = pod.initContainers as Container[];
    const containers = [...before, ...pod.containers] as Container[];
    const getValue = (name: string, variable: string) =>
      containers.find((one) => one.name === name)?.env.find((one) => one.name === variable)?.value;

    it('restores, migrates, verifies, starts the services on the copy and uses them, in this order', () => {
      const databases = SERVICES.filter(({ database }) => database).map(({ name }) => `migrate-${name}`);
      const services = ['funnel-svc', 'analysis-svc', 'matcher-svc', 'gateway'];
      expect([
        before[0]?.name,
        ...before
          .slice(1, 1 + databases.length)
          .map(({ name }) => name)
          .sort(),
      ]).toEqual(['postgres', ...databases.sort()]);
      expect(before.slice(1 + databases.length).map(({ name }) => name)).toEqual(['verify', ...services]);
      // What runs until the end must have started before what comes next.
      const running = before.filter(({ restartPolicy }) => restartPolicy === 'Always');
      expect(running.map(({ name }) => name)).toEqual(['postgres', ...services]);
      for (const { name, startupProbe } of running) expect(startupProbe, name).toBeDefined();
      expect(containers.at(-1)?.args).toEqual(expect.arrayContaining(['ops', 'drill', '--metrics']));
    });

    it('delivers nothing, takes no calls, and reaches only what its values name', () => {
      expect(getValue('analysis-svc', 'DELIVERY_CONCURRENCY')).toBe('0');
      const policy = find(objects, 'NetworkPolicy', 'svc-restore-drill')?.spec;
      expect(policy.ingress).toBeUndefined();
      expect(
        policy.egress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port)),
      ).toEqual([53, 53, 443, 9091]);
      const ports = containers.flatMap(({ name }) => getValue(name, 'METRICS_PORT') ?? []);
      expect(new Set(ports).size).toBe(4);
    });

    it('runs without rights, and gets variables that its programs read', async () => {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      const names = new Set(pod.volumes.map(({ name }: { name: string }) => name));
      expect(names.size).toBe(pod.volumes.length);
      for (const { name, securityContext, volumeMounts } of containers) {
        expect(securityContext, name).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        for (const mount of volumeMounts) expect(names, name).toContain(mount.name);
      }
      for (const { name, env } of containers.filter((one) => SERVICES.some((service) => service.name === one.name))) {
        const spec = await readEnvironment(name as Service['name']);
        for (const { name: variable, value } of env) {
          const known = spec[variable.replace(/_FILE$/, '')];
          expect(known, variable).toBeDefined();
          if (!variable.endsWith('_FILE')) expect(() => known?.parse(value), variable).not.toThrow();
        }
      }
    });

    it('is made only on request, and where sidecars exist', () => {
      expect(find(get('minimal.yaml'), 'CronJob', 'svc-restore-drill')).toBeUndefined();
      const old = ['--values', join(CHART, 'ci/full.yaml'), '--kube-version', '1.28.0'];
      expect(helm('template', 'svc', CHART, ...old).stderr).toContain('restoreDrill.enabled needs Kubernetes 1.29');
      const { stderr } = template('minimal.yaml', { set: ['restoreDrill.enabled=true'] });
      expect(stderr).toContain('restoreDrill.postgres');
    });
  });

  describe('autoscaling', () => {
    it('follows processor time, or a metric whose absence removes no replica', () => {
      const matcher = find(get('minimal.yaml'), 'HorizontalPodAutoscaler', 'svc-matcher-svc')?.spec;
      expect(matcher).toMatchObject({ minReplicas: 2, maxReplicas: 20 });
      expect(matcher.metrics[0].resource.target).toEqual({ type: 'Utilization', averageUtilization: 65 });
      expect(find(get('minimal.yaml'), 'Deployment', 'svc-matcher-svc')?.spec).not.toHaveProperty('replicas');
      expect(find(get('full.yaml'), 'HorizontalPodAutoscaler', 'svc-matcher-svc')).toBeUndefined();
      expect(find(get('full.yaml'), 'ScaledObject', 'svc-matcher-svc')?.spec.fallback.behavior).toBe(
        'currentReplicasIfHigher',
      );
    });
  });

  it.each([
    ['a misspelled value', 'baseDomian=x', 'baseDomian'],
    ['a variable that the service does not read', 'services.gateway.env.MATCHER_CACHE_BYTES=1', 'MATCHER_CACHE_BYTES'],
    ['a service that does not exist', 'services.matcher.replicas=1', 'matcher'],
    ['no base domain', 'baseDomain=', 'baseDomain'],
    ['an address of a language model that is no URL', 'chatModel.url=models.example.com', 'chatModel.url'],
    ['the network of a language model that is not configured', 'networkPolicy.chatModel.ports[0]=443', 'chatModel.url'],
    [
      'a second way to name the language model',
      'services.chat-svc.env.CHAT_MODEL_URL=https://a.example',
      'CHAT_MODEL_URL',
    ],
    [
      'two ways of scaling one service',
      'services.matcher-svc.autoscaling.keda.enabled=true',
      'services.matcher-svc.autoscaling: only one of',
    ],
    [
      'both bounds of a disruption budget',
      'services.gateway.pdb.minAvailable=1,services.gateway.pdb.maxUnavailable=1',
      'services.gateway.pdb: only one of',
    ],
    [
      'a limit of memory below what is requested',
      'services.gateway.resources.memory=2Gi',
      'services.gateway.resources: memoryLimit (1024Mi) must not be lower than memory (2Gi).',
    ],
  ])('refuses %s', (_, value, message) => {
    const { status, stderr } = template('minimal.yaml', { set: [value] });
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });

  // docs/operations.md "One table of services"
  it('has exactly the objects of one more service after a row is added to the table', async () => {
    const chart = join(work, 'with-a-row');
    cpSync(CHART, chart, { recursive: true });
    const [like] = SERVICES.filter(({ name }) => name === 'identity-svc');
    const added = { ...like, name: 'added-svc', peers: ['funnel-svc'] } as unknown as Service;
    const environments = new Map(
      await Promise.all(SERVICES.map(async ({ name }) => [name, await readEnvironment(name)] as const)),
    ).set(added.name, await readEnvironment('identity-svc'));
    for (const [path, content] of createChartFiles([...SERVICES, added], environments, '0.2.0')) {
      if (existsSync(join(work, '../..', path))) writeFileSync(join(chart, path.replace('chart/', '')), content);
    }
    const before = get('minimal.yaml').map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const after = render('minimal.yaml', { chart }).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const kinds = ['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'NetworkPolicy', 'PodDisruptionBudget'];
    expect(after.filter((name) => !before.includes(name)).sort()).toEqual(
      [...kinds, 'Service', 'ServiceAccount']
        .map((kind) => `${kind} svc-added-svc`)
        .concat('Job svc-migrate-added-svc')
        .sort(),
    );
    expect(before.filter((name) => !after.includes(name))).toEqual([]);
  });
});

/** @param quantity - of memory, `512Mi` or `2Gi`. */
function toBytes(quantity: string): number {
  const [, number, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20);
}
