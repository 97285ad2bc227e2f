import type { FunnelBlueprint } from '../blueprint/blueprint.js';
import { isHandle, isHostName, isReservedSubdomain } from '../funnel/host-names.js';
import type { Step } from '../funnel/steps.js';
import { MAX_FUNNELS } from '../limits.js';
import { checkMatching } from './check-matching.js';
import { checkResultPage } from './check-result-page.js';
import { checkStepList } from './check-steps.js';
import { checkTarget } from './check-tags.js';
import { checkCount, checkName, checkUnique } from './check-values.js';
import type { ExistingCompany } from './existing-company.js';
import type { Path, Problems } from './problems.js';

/** Sub-domains of the company's funnels as they will be: those that are there and those that the file names, without archived ones. */
export function subdomainsAfter(funnels: readonly FunnelBlueprint[], existing: ExistingCompany): Set<string> {
  const subdomains = new Set(existing.funnels.map((funnel) => funnel.subdomain));
  for (const funnel of funnels) {
    if (funnel.archived) subdomains.delete(funnel.subdomain);
    else subdomains.add(funnel.subdomain);
  }
  return subdomains;
}

/** Checks `funnels`; what a funnel leaves out is taken from what is there. */
export function checkFunnels(
  funnels: readonly FunnelBlueprint[],
  existing: ExistingCompany,
  setKeys: ReadonlySet<string>,
  problems: Problems,
): void {
  const path = ['funnels'];
  const total = subdomainsAfter(funnels, existing).size;
  checkCount({ length: total }, MAX_FUNNELS, 'funnels in a company', path, problems);
  checkUnique(funnels, (funnel) => funnel.subdomain, { path, field: 'subdomain', what: 'sub-domain' }, problems);
  checkUnique(funnels, (funnel) => funnel.host ?? undefined, { path, field: 'host', what: 'host' }, problems);
  funnels.forEach((funnel, index) => {
    const at = [...path, index];
    checkAddress(funnel, existing, at, problems);
    if (funnel.name !== undefined) checkName(funnel.name, [...at, 'name'], problems);
    if (typeof funnel.value === 'string') checkName(funnel.value, [...at, 'value'], problems);
    if (funnel.assortment) checkTarget(funnel.assortment, [...at, 'assortment'], problems);
    if (funnel.resultPage) checkResultPage(funnel.resultPage, setKeys, [...at, 'resultPage'], problems);
    if (funnel.matching) checkMatching(funnel.matching, stepsAfter(funnel, existing), [...at, 'matching'], problems);
    for (const version of ['published', 'draft'] as const) {
      const steps = funnel[version]?.steps;
      const here = [...at, version, 'steps'];
      if (steps) checkStepList(steps, { subdomain: funnel.subdomain, path: here }, problems);
    }
  });
}

function checkAddress(funnel: FunnelBlueprint, existing: ExistingCompany, at: Path, problems: Problems): void {
  const { subdomain, host } = funnel;
  if (!isHandle(subdomain))
    problems.add([...at, 'subdomain'], 'The sub-domain must have 2 to 40 characters of a–z, 0–9 and "-".');
  else if (isReservedSubdomain(subdomain))
    problems.add([...at, 'subdomain'], `The sub-domain must be another one: "${subdomain}" is reserved.`);
  else if (existing.taken?.subdomains?.includes(subdomain))
    problems.add([...at, 'subdomain'], 'The sub-domain must be unique: another company has this one.');
  if (host === undefined || host === null) return;
  if (!isHostName(host) || UNREACHABLE.test(host))
    problems.add(
      [...at, 'host'],
      'The host must be a host name in lower case without https:// and without a port, for example "quiz.glow.example".',
    );
  else if (isTakenHost(funnel, existing))
    problems.add([...at, 'host'], 'The host must be unique: another funnel has this one.');
}

/** Ports, because hosts are compared without them, and IP addresses, which belong to the API. */
const UNREACHABLE = /:|^[0-9.]+$/;

const isTakenHost = ({ subdomain, host }: FunnelBlueprint, existing: ExistingCompany): boolean =>
  existing.taken?.hosts?.includes(host as string) === true ||
  existing.funnels.some((funnel) => funnel.host === host && funnel.subdomain !== subdomain);

/** Steps that the funnel's rules may name: of its published version and of its draft, as they will be. */
function stepsAfter(funnel: FunnelBlueprint, existing: ExistingCompany): Step[] {
  const before = existing.funnels.find(({ subdomain }) => subdomain === funnel.subdomain);
  const published = funnel.published?.steps ?? before?.published ?? [];
  const draft = funnel.draft === undefined ? before?.draft : funnel.draft?.steps;
  return [...published, ...(draft ?? [])];
}
