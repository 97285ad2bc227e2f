import { ERRORS, hashForLog, type Logger, randomId, ServiceError } from '@svc/kit';
import { AuditActorKind, type AuditChange, AuditOutcome, type AuditTarget, type RecordIntentRequest } from '@svc/proto';
import { getManagementTokenId, isPlatformAdmin } from '../access/actor.js';
import type { GatewayMiddleware, RouteContext } from '../context.js';
import { getManagementPermission } from '../route/permission.js';
import type { Route } from '../route/route.js';
import { type AuditLog, countUnrecorded, type Ending, type OpenEntry } from './audit-log.js';
import type { AuditNote, AuditResult } from './record.js';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ACCOUNT_PERMISSIONS = new Set<string>(['session', 'enrollment', 'signIn']);
const MAX_CHANGED = 100;
/** Whatever is longer or has other characters is no id of ours, and may be anything. */
const ID = /^[\w.:/-]{1,100}$/;

/** Whether a route is in the audit log: changes, and reads that say so. */
export function isAudited({ method, permission, audit }: Pick<Route, 'method' | 'permission' | 'audit'>): boolean {
  if (audit !== undefined) return audit === 'always';
  const isManaged = getManagementPermission(permission) !== undefined || ACCOUNT_PERMISSIONS.has(permission);
  return isManaged && !READS.has(method);
}

/** What an entry calls the route: its permission, or `account`, and its operation. */
const getAction = ({ permission, id }: Pick<Route, 'permission' | 'id'>): string =>
  `${getManagementPermission(permission) ?? 'account'}/${id}`;

/**
 * Records a request: before its action, and how it ended. Around the guards, so that refusals of known actors are recorded too. Nothing
 * is recorded of a stranger's request that is refused before its action, except that a budget was exceeded, once a minute: otherwise
 * strangers could fill the log. docs/identity.md I11.
 */
export function audited(deps: { audit: AuditLog; log: Logger }, route: Route): GatewayMiddleware {
  return async (ctx, next) => {
    const record = createRecord(deps, ctx as RouteContext, route);
    ctx.state.audit = record;
    try {
      await next();
    } catch (error) {
      record.end(toEnding(error, ctx.res.destroyed));
      throw error;
    }
    record.end({ outcome: AuditOutcome.AUDIT_OUTCOME_OK, error: '' });
  };
}

function toEnding(error: unknown, hasLeft: boolean): Pick<Ending, 'outcome' | 'error'> {
  const code = error instanceof ServiceError ? error.code : 'INTERNAL';
  if (hasLeft) return { outcome: AuditOutcome.AUDIT_OUTCOME_UNKNOWN, error: '' };
  const isRefused = ERRORS[code].http < 500;
  const outcome = isRefused ? AuditOutcome.AUDIT_OUTCOME_REFUSED : AuditOutcome.AUDIT_OUTCOME_FAILED;
  return { outcome, error: code };
}

function createRecord({ audit, log }: { audit: AuditLog; log: Logger }, ctx: RouteContext, route: Route) {
  let note: AuditNote = {};
  let entry: OpenEntry | undefined;
  /** The action began, recorded or not. */
  let hasBegun = false;
  const made: AuditTarget[] = [];
  const changed: string[] = [];
  const changes: AuditChange[] = [];
  let subjectId = '';

  async function toIntent(): Promise<RecordIntentRequest> {
    const { actor } = ctx.state;
    const params = ctx.params as Record<string, string>;
    const companyId = await findCompanyId(audit, ctx);
    const { userId } = params;
    const subject = userId && ID.test(userId) ? ({ $case: 'subjectId', value: userId } as const) : undefined;
    return {
      entryId: randomId(),
      companyId,
      actorKind: actor ? ACTOR_KINDS[actor.kind] : AuditActorKind.AUDIT_ACTOR_KIND_ANONYMOUS,
      actorId: actor?.kind === 'USER' ? actor.session.userId : '',
      subject: note.subject ?? subject,
      action: getAction(route),
      targets: toTargets({ ...toIds(params, companyId !== ''), ...note.targets, ...toTokenId(actor) }),
      requestId: ctx.state.requestId,
      source: ctx.state.source,
    };
  }

  return {
    describe(given: AuditNote): void {
      note = given;
    },

    async begin(): Promise<void> {
      const intent = await toIntent();
      hasBegun = true;
      try {
        entry = await audit.begin(intent);
      } catch (error) {
        if (ctx.state.actor?.kind !== 'PLATFORM_TOKEN') throw error;
        const { entryId, companyId, action, targets } = intent;
        countUnrecorded('entry');
        const fields = { err: error, entry: { entryId, companyId, action, targets } };
        log.warn(fields, 'an entry of the audit log was not recorded');
      }
    },

    add(result: AuditResult): void {
      made.push(...toTargets(result.targets ?? {}));
      changed.push(...(result.changed ?? []));
      changes.push(...(result.changes ?? []));
      subjectId = result.subjectId ?? subjectId;
    },

    end({ outcome, error }: Pick<Ending, 'outcome' | 'error'>): void {
      const ending = {
        ...{ outcome, error, subjectId, targets: made },
        ...{ changed: changed.slice(0, MAX_CHANGED), changes: changes.slice(0, MAX_CHANGED) },
      };
      if (entry) audit.end(entry, ending);
      else if (!hasBegun && isWorthRecording(audit, ctx, route, error)) audit.recordRefused(toIntent, ending);
    },
  };
}

/** Whether a request that was refused before its action is recorded. */
function isWorthRecording(audit: AuditLog, { state }: RouteContext, route: Route, error: string): boolean {
  if (error === 'RATE_LIMITED') return audit.isFirstInMinute(`${route.id} ${state.source}`);
  return state.actor !== undefined;
}

const ACTOR_KINDS = {
  USER: AuditActorKind.AUDIT_ACTOR_KIND_USER,
  PLATFORM_TOKEN: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN,
} as const;

/**
 * The company whose chain an entry belongs to; empty: the platform. A company's log has no entries of users who are not in it: they
 * could fill it, and it would show their names.
 */
async function findCompanyId({ findCompanyId: find }: AuditLog, { params, state }: RouteContext): Promise<string> {
  const { handle } = params as { handle?: string };
  const { actor } = state;
  if (handle === undefined || !actor) return '';
  const companyId = await find(handle).catch(() => undefined);
  if (companyId === undefined) return '';
  if (isPlatformAdmin(actor)) return companyId;
  const isMember = actor.kind === 'USER' && actor.session.memberships.some((one) => one.companyId === companyId);
  return isMember ? companyId : '';
}

/** Ids of the path. The id of an analysis is a capability: of it, only the beginning of its hash is kept, as in log lines. */
function toIds({ handle, userId, analysisId, ...others }: Record<string, string>, hasCompany: boolean) {
  return {
    ...(hasCompany || handle === undefined ? {} : { handle }),
    ...others,
    ...(analysisId === undefined ? {} : { analysis: hashForLog(analysisId) }),
  };
}

/** The management token by which a user's program acts. */
function toTokenId(actor: RouteContext['state']['actor']): Record<string, string> {
  const managementToken = getManagementTokenId(actor);
  return managementToken === undefined ? {} : { managementToken };
}

const toTargets = (ids: Readonly<Record<string, string>>): AuditTarget[] =>
  Object.entries(ids)
    .filter(([, id]) => ID.test(id))
    .map(([name, id]) => ({ name, id }));
