/** A day where the user is, as fields for days have it. */
export const toDay = (time: Date): string =>
  `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`;
