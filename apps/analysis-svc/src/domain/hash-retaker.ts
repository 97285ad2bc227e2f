import { sha256 } from '@svc/kit';

/**
 * A stored visitor, as an analysis has it: to find retakes, and nothing else. The hash is another one than that of visits and orders, so that
 * an analysis is not connected with them. docs/insight.md N20.2.
 */
export const hashRetaker = (companyId: string, visitorId: string): Buffer => sha256(`retake ${companyId} ${visitorId}`);
