import type { Alert } from './alert.js';

const IDENTITY = 'job="svc",app="identity-svc",instance="a"';
const GATEWAY = 'job="svc",app="gateway",instance="a"';
const signIns = (outcome: string): string => `sum(increase(svc_sign_ins_total{job="svc",outcome="${outcome}"}[15m]))`;

/** Accounts, and the log of what was done with them. */
export const SECURITY_ALERTS: readonly Alert[] = [
  {
    name: 'SignInAttack',
    severity: 'ticket',
    expr: `${signIns('UNAUTHORIZED')} > 100 and ${signIns('UNAUTHORIZED')} > 5 * (${signIns('signed_in')} or vector(0))`,
    summary: 'More than 100 sign-ins failed within 15 minutes, and more than five times as many as succeeded.',
    runbook: {
      shoppers: 'Nothing. Users of the dashboard can sign in; those behind the same address may get 429.',
      confirm:
        '- `svc audit list --platform --action account`: networks and accounts of failed sign-ins. Many accounts from few networks are a list of leaked passwords; one account is a guess.\n- `sum by (reason) (rate(svc_http_rejected_total[5m]))`: `limits` are attempts that were refused before a password was compared.',
      firstMeasures:
        'Block the networks at the proxy. An account that was entered from one of them: end its sessions, reset its password (`docs/runbooks/procedures/revoke-a-leaked-key.md` for keys that it made).',
      rootCause:
        'Attempts of one source are limited, and those for one account too; many sources with few attempts each are not.',
      followUp: 'Ask companies to require a second factor.',
    },
    firing: {
      series: {
        [`svc_sign_ins_total{${IDENTITY},outcome="UNAUTHORIZED"}`]: '0+20x30',
        [`svc_sign_ins_total{${IDENTITY},outcome="signed_in"}`]: '0+1x30',
      },
      at: '20m',
    },
    silent: {
      series: {
        [`svc_sign_ins_total{${IDENTITY},outcome="UNAUTHORIZED"}`]: '0+20x30',
        [`svc_sign_ins_total{${IDENTITY},outcome="signed_in"}`]: '0+40x30',
      },
      at: '20m',
    },
  },
  {
    name: 'AuditUnrecorded',
    severity: 'ticket',
    expr: 'sum by (part) (increase(svc_audit_unrecorded_total{job="svc"}[1h])) > 0',
    summary: 'The {{ $labels.part }} of an action could not be written to the audit log.',
    runbook: {
      shoppers: 'Nothing. Users of the dashboard get 503 for every change while the log cannot be written.',
      confirm:
        '- The label `part`: `entry` is an action of the platform token that was done although its entry could not be written, or a refused action; `outcome` is an action whose entry will count as `UNKNOWN`.\n- The log lines of the gateway `an entry of the audit log was not recorded` and `an outcome of the audit log was not recorded` contain what would have been written.',
      firstMeasures:
        'identity-svc is down: follow `ServiceDown` or `DatabaseUnreachable`. Keep the log lines of the gateway: they are the only record of these actions.',
      rootCause:
        'identity-svc or its database was slower than 5 s or not reachable. The warning has the error and its cause.',
      followUp: 'Store the lines with the export of the audit log of that month.',
    },
    firing: { series: { [`svc_audit_unrecorded_total{${GATEWAY},part="entry"}`]: '0x30 1x40' }, at: '50m' },
    silent: { series: { [`svc_audit_unrecorded_total{${GATEWAY},part="entry"}`]: '3x70' }, at: '65m' },
  },
  {
    name: 'AuditUnknown',
    severity: 'ticket',
    expr: 'sum by (app) (increase(svc_audit_unknown_total{job="svc"}[1h])) > 0',
    summary: 'An action ended with an outcome that the audit log does not know.',
    runbook: {
      shoppers: 'Nothing.',
      confirm:
        '`svc audit list COMPANY` (and `--platform`) shows entries with the outcome `UNKNOWN`: the client left while the action failed. An entry whose gateway was killed becomes `UNKNOWN` after 5 minutes and is not counted here; `CrashLooping` and `OomKilled` report that.',
      firstMeasures:
        'Read the state that the action would have changed: the settings, the release, the member, the key. Inform the user whether it took effect.',
      rootCause:
        'The request id of the entry finds the log lines and the trace: what failed, and how long it took before the client left.',
      followUp: 'An action that often takes so long that clients leave is too slow: look for its statement or call.',
    },
    firing: { series: { [`svc_audit_unknown_total{${IDENTITY}}`]: '0x30 1x40' }, at: '50m' },
    silent: { series: { [`svc_audit_unknown_total{${IDENTITY}}`]: '2x70' }, at: '65m' },
  },
];
