import { describe, expect, it } from 'vitest';
import { parseHost } from './host.js';

describe('hosts. docs/contract.md C2', () => {
  it.each(['svc.example', 'SVC.Example', 'svc.example:8080', '127.0.0.1', '127.0.0.1:80', '[::1]:8080', '10.0.0.7'])(
    '%s is the API host: letter case and port do not count, and IP literals reach it. C2.1, C2.2',
    (value) => expect(parseHost(value, 'svc.example')).toEqual({ kind: 'api' }),
  );

  it('dashboard. is the dashboard host. C2.1', () => {
    expect(parseHost('Dashboard.svc.example:1', 'svc.example')).toEqual({ kind: 'dashboard' });
  });

  it('demo-shop. is the demo shop. C2.1', () => {
    expect(parseHost('demo-shop.svc.example:8080', 'svc.example')).toEqual({ kind: 'demoShop' });
  });

  it('preview. is the preview of the dashboard. C2.1', () => {
    expect(parseHost('preview.svc.example:8080', 'svc.example')).toEqual({ kind: 'preview' });
  });

  it('cdn. has the uploaded pictures. C2.1', () => {
    expect(parseHost('cdn.svc.example:8080', 'svc.example')).toEqual({ kind: 'pictures' });
  });

  it('one label is a funnel host. C2.1', () => {
    expect(parseHost('Beauty-2.svc.example', 'svc.example')).toEqual({ kind: 'funnel', subdomain: 'beauty-2' });
  });

  it.each(['quiz.glow.example', 'xsvc.example', 'QUIZ.Glow.example:8080', 'svc.example.evil.example', 'localhost'])(
    '%s may be the own host of a funnel. C2.1',
    (value) =>
      expect(parseHost(value, 'svc.example')).toEqual({ kind: 'funnel', host: value.toLowerCase().split(':')[0] }),
  );

  it.each([
    '',
    ...['api', 'www', 'docs', 'status', 'tracking'].map((label) => `${label}.svc.example`),
    'a.b.svc.example',
    'x.svc.example',
    '-.svc.example',
    'under_score.svc.example',
    `${'a'.repeat(41)}.svc.example`,
    'svc.example.',
    '-evil.example',
    'svc.example@evil.example',
    'evil.example/svc.example',
    'svc.example:port',
    'svc.example:123456',
    'svc.example, svc.example',
    '[::1',
    '[zz]',
  ])('%j is none of ours. C2.3, C2.4', (value) => expect(parseHost(value, 'svc.example')).toBeUndefined());
});
