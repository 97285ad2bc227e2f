/** The address when it is http(s), else null: settings are checked where they are made, and once more where they become links. */
export const webAddress = (url: string | null | undefined): string | null =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
