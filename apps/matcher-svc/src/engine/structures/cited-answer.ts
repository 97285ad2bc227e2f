import type { EnumField } from '@svc/domain';

/** An answer that decided: an option of a step, its key in lower case; a scalar field; or the analysis's color type. */
export type CitedAnswer = { stepId: number; key: string } | { field: EnumField | 'colorType'; value: string };
