/** The shape of our ids (`randomId` of the kit): anything else names no analysis, and may hold what no column takes. */
export const isAnalysisId = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);
