import { MAX_BLUEPRINT_VALUES, MAX_JSON_DEPTH } from '@svc/domain';

/** What a JSON document may contain that is a company file or a part of one. */
export const DOCUMENT_LIMITS = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_BLUEPRINT_VALUES };
