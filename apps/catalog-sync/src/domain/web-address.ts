/** Imports already reject other addresses. Checked again, because pages turn these into links. */
export const isWebAddress = (url: string | null | undefined): url is string =>
  typeof url === 'string' && /^https?:\/\//i.test(url);
