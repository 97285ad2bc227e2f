import type { Condition, Step as DomainStep } from '@svc/domain';
import type { Schemas } from '../../../api/client.js';
import { type Text, toTextByLanguage } from '../../texts-of-steps.js';

export type { Text } from '../../texts-of-steps.js';

/** An option as the builder holds it: complete, its order that of the list. */
export interface Option {
  key: string;
  caption: Text;
  imageUrl?: string;
  formerKeys: string[];
  tags: { require: string[]; prefer: string[]; avoid: string[] };
}

/** A step as the builder holds it: complete, its order that of the list. */
export interface Step {
  id: number;
  key: string;
  type: Schemas['BlueprintStep']['type'];
  title: Text;
  formerIds: number[];
  required: boolean;
  strict: boolean;
  showWhen: Condition | null;
  selections: Option[];
  settings: Record<string, unknown>;
}

/** What is edited. Parts other than steps belong to other screens and are kept as they are. */
export interface Content {
  steps: Step[];
  others: Record<string, unknown>;
}

type GivenStep = Schemas['BlueprintStep'];
type GivenOption = Schemas['BlueprintSelection'];

const byOrder = <T extends { orderNumber?: number | null }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.orderNumber ?? 0) - (b.orderNumber ?? 0));

const toOption = ({ key, caption, imageUrl, formerKeys, tags }: GivenOption): Option => ({
  key,
  caption: toTextByLanguage(caption),
  ...(imageUrl ? { imageUrl } : {}),
  formerKeys: formerKeys ?? [],
  tags: { require: tags?.require ?? [], prefer: tags?.prefer ?? [], avoid: tags?.avoid ?? [] },
});

/** Steps as the API returns them: complete, since the service has filled in what was left out. */
export const toSteps = (steps: readonly GivenStep[]): Step[] =>
  byOrder(steps).map((step) => ({
    id: step.id,
    key: step.key ?? `step_${step.id}`,
    type: step.type,
    title: toTextByLanguage(step.title),
    formerIds: step.formerIds ?? [],
    required: step.required ?? true,
    strict: step.strict ?? false,
    showWhen: (step.showWhen as Condition | null | undefined) ?? null,
    selections: byOrder(step.selections ?? []).map(toOption),
    settings: { ...step.settings },
  }));

/** The parts of an edit as the API returns them. @param fallback - steps where the edit has none. */
export function toContent(parts: Schemas['FunnelEditParts'], fallback: Step[]): Content {
  const { steps, ...others } = parts;
  return { steps: steps ? toSteps(steps) : fallback, others };
}

const withOrder = <T extends object>(list: readonly T[]) => list.map((item, orderNumber) => ({ ...item, orderNumber }));

/** The parts of an edit as the API takes them. */
export const toParts = ({ steps, others }: Content): Schemas['FunnelEditParts'] =>
  ({
    ...others,
    steps: withOrder(steps).map((step) => ({ ...step, selections: withOrder(step.selections) })),
  }) as Schemas['FunnelEditParts'];

/** The questions as code that all programs share reads them. */
export const toDomainSteps = (steps: readonly Step[]): DomainStep[] =>
  withOrder(steps).map((step) => ({ ...step, selections: withOrder(step.selections) }));

/** Whether the answers are options that the merchant writes. */
export const hasOwnOptions = ({ type }: Pick<Step, 'type'>): boolean =>
  type === 'SINGLE_SELECTION' || type === 'MULTI_SELECTION';
