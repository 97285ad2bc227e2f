export type AuditActorKind = 'USER' | 'PLATFORM_TOKEN' | 'ANONYMOUS';
export type AuditOutcome = 'OK' | 'REFUSED' | 'FAILED' | 'UNKNOWN';
