/** A variable of the environment or the `.env` file of the operator. */
export const readFromHost = (name: string, fallback: string): string => `\${${name}:-${fallback}}`;

/**
 * The image of another project: a tag, which an operator replaces by a digest (docs/operations.md "Digests of images").
 * @param name - of the container, for the variable: `postgres` → `POSTGRES_IMAGE`.
 */
export const readImage = (name: string, tag: string): string => readFromHost(`${name.toUpperCase()}_IMAGE`, tag);

export const LOGGING = { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } };

export const check = (...test: string[]) => ({ test: ['CMD', ...test], interval: '5s', timeout: '5s', retries: 12 });

/** What containers of other projects may do that need no rights at all. */
export const RESTRICTED = {
  restart: 'unless-stopped',
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  tmpfs: ['/tmp'],
  logging: LOGGING,
};
