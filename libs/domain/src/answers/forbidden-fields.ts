/** Names without case, `_` and `-`. The ids and everything that the service calculates. */
const FORBIDDEN = new Set([
  'id',
  'analysisid',
  'companyid',
  'selfieanalysis',
  'imageanalysis',
  'faceanalysis',
  'analysisresult',
  'matchedvariants',
  'recommendations',
  'recommendedvariants',
  'recommendedproductvariants',
]);
/** The longest of them has 26 characters; the rest is room for `_` and `-`. A name may be as long as the body. */
const MAX_NAME_LENGTH = 64;
const CALCULATED = /^colou?r(types?|analys[ie]s|results?|scores?|seasons?|confidences?)/;

/**
 * Names of the body fields that a caller must not choose: ids and calculated results. The create routes answer them with
 * 400 INVALID_REQUEST. Letter case, `_` and `-` do not count; `null` is the same as missing.
 * docs/contract.md C9.3. In body order.
 */
export function forbiddenFields(body: Record<string, unknown>): string[] {
  return Object.keys(body).filter((field) => {
    const name = field.slice(0, MAX_NAME_LENGTH).toLowerCase().replace(/[_-]/g, '');
    const isForbidden = (field.length <= MAX_NAME_LENGTH && FORBIDDEN.has(name)) || CALCULATED.test(name);
    return isForbidden && body[field] !== null;
  });
}
