/** Whether a text has the format of our ids (`randomId` of the kit). Any other text is unknown, and may not be storable. */
export const isAnalysisId = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);
