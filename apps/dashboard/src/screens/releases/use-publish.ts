import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { FUNNEL, releaseKey } from '../../shared/funnel-data/queries.js';
import type { ReleaseTarget } from './gate/release-target.js';

/** What a release did. */
export interface Outcome {
  /** Number of the version that is in force now. */
  number: number;
  /** Number of the release; the one before it was in force until now. */
  release: number;
  warnings: readonly string[];
}

/** Publishes what is being edited, a draft, or an earlier release again. */
export function usePublish(props: {
  company: string;
  subdomain: string;
  target: ReleaseTarget;
  isForced: boolean;
  onDone: (outcome: Outcome) => void;
}) {
  const { company, subdomain, target, isForced } = props;
  return useChange({
    run: async (note: string): Promise<Outcome> => {
      const body = { force: isForced, ...(note === '' ? {} : { note }) };
      const { number, release, warnings } = await load(send({ company, subdomain, target, body }));
      return { number, release, warnings: warnings.map(({ message }) => message) };
    },
    changes: releaseKey(company),
    onDone: props.onDone,
  });
}

function send(request: { company: string; subdomain: string; target: ReleaseTarget; body: Schemas['RestoreRequest'] }) {
  const { target, body } = request;
  const path = { handle: request.company, subdomain: request.subdomain };
  if (target.kind === 'RELEASE') {
    const params = { path: { ...path, release: String(target.number) } };
    return api.POST(`${FUNNEL}/releases/{release}/restore`, { params, body });
  }
  const source = target.kind === 'EDIT' ? { revision: target.revision } : { versionId: target.versionId };
  return api.POST(`${FUNNEL}/release`, { params: { path }, body: { ...source, ...body } });
}
