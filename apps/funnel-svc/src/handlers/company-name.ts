import { ServiceError } from '@svc/kit';
import type { GetComponentConfigRequest } from '@svc/proto';
import type { CompanyName } from '../usecases/pages/find-named-company.js';
import { toHostName } from './host-name.js';

/** @throws ServiceError INVALID_REQUEST when the message names no company. */
export function toCompanyName(company: GetComponentConfigRequest['company']): CompanyName {
  switch (company?.$case) {
    case 'companyKey':
      return { companyKey: company.value };
    case 'domain':
      return { domain: company.value };
    case 'host':
      return { host: toHostName(company.value) };
    default:
      throw new ServiceError('INVALID_REQUEST', 'A company key, a domain or a host must be given.');
  }
}
