import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestAuthority } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable, until } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, type Quiz, question } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';
import { systemDirectory } from '../../support/system-directory.js';

/** docs/operations.md "TLS between services": every program has a certificate that names it. */
describe('services that call each other with TLS', () => {
  let cluster: Cluster;
  let quiz: Quiz;
  const authority = createTestAuthority();
  const folder = systemDirectory();
  const file = (name: string) => join(folder, `${name}.pem`);
  const writeCertificate = () => {
    const names = [
      'gateway',
      'funnel-svc',
      'analysis-svc',
      'matcher-svc',
      'catalog-sync',
      'identity-svc',
      'insight-svc',
      'chat-svc',
      '127.0.0.1',
    ];
    const { cert, key } = authority.issue(names);
    writeFileSync(file('key'), key);
    writeFileSync(file('cert'), cert);
  };

  beforeAll(async () => {
    writeCertificate();
    writeFileSync(file('ca'), authority.ca);
    cluster = await startCluster({
      replicas: 1,
      environment: {
        GRPC_TLS: 'on',
        GRPC_TLS_CERT_FILE: file('cert'),
        GRPC_TLS_KEY_FILE: file('key'),
        GRPC_TLS_CA_FILE: file('ca'),
        GRPC_TLS_RESTART_WITHIN_S: '0',
        LOG_LEVEL: 'info',
      },
    });
    const system = { origin: cluster.gateways[0]?.origin as string, platformToken: cluster.platformToken };
    quiz = await createQuiz(system, 'encrypted', {
      catalog: buildCatalog({ V1: ['t:a'], V2: [] }),
      steps: [question(1, { a: { prefer: ['t:a'] } })],
    });
  });
  afterAll(() => cluster?.stop());

  it('a funnel is read, an analysis stored and matched', async () => {
    const created = await repeatWhileUnavailable(() => quiz.create(picks({ 1: 'a' })));
    expect(created.status, created.text).toBe(200);
    const match = await repeatWhileUnavailable(() => quiz.matches(created.body.id));
    expect(match.body).toEqual({ matchedVariants: ['V1', 'V2'] });
  });

  it('a replaced certificate lets every process finish its work and exit with 0, to be started again', async () => {
    const processes = cluster.listProcesses();
    writeCertificate();
    await until('every process has ended', async () => processes.every(({ child }) => child.exitCode !== null), 60_000);
    expect(processes.map(({ child }) => child.exitCode)).toEqual(processes.map(() => 0));
    for (const { output } of processes) expect(output()).toContain('the certificates have changed');
  });
});
