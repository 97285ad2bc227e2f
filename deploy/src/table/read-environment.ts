import type { EnvSpec, ServiceName } from '@svc/kit';
import type { DeployedName } from '../../services.ts';

/**
 * The variables that a program reads: the only constant of its `config.ts` whose name ends with `_ENV`.
 * @throws Error when there is none, or more than one.
 */
export async function readEnvironment(name: DeployedName): Promise<EnvSpec> {
  const config = (await import(`@svc/${name}/config`)) as Record<string, unknown>;
  const specs = Object.entries(config).filter(([constant]) => constant.endsWith('_ENV'));
  const [spec] = specs;
  if (spec === undefined || specs.length > 1) {
    throw new Error(`apps/${name}/src/config.ts must export one constant whose name ends with _ENV.`);
  }
  return spec[1] as EnvSpec;
}

/** Name of the variable that has the address of a service: `matcher-svc` → `MATCHER_ADDR`. */
export const toAddressVariable = (name: ServiceName): string => `${name.split('-')[0]?.toUpperCase()}_ADDR`;
