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
const CALCULATED = /^colou?r(types?|analys[ie]s|results?|scores?|seasons?|confidences?)/;

/**
 * Names of the body fields that a caller must not choose: ids and calculated results. The create routes answer them with
 * 400 INVALID_REQUEST. Letter case, `_` and `-` do not count; `null` is the same as missing.
 * Spec, POST analyses, rule 5; contract, "POST analyses". In body order.
 */
export function forbiddenFields(body: Record<string, unknown>): string[] {
  return Object.keys(body).filter((field) => {
    const name = field.toLowerCase().replace(/[_-]/g, '');
    return body[field] !== null && (FORBIDDEN.has(name) || CALCULATED.test(name));
  });
}
