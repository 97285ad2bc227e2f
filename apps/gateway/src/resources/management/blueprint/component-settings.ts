import { DEFAULT_COMPONENT_SETTINGS, MAX_TRACKING_PARAMETERS, TRACKING_CONSENTS, VISIT_ID_PLACES } from '@svc/domain';
import { z } from 'zod';
import { copy, flag, list, orDefault } from './fields.js';

const { components, widget, cart, storeContactData, tracking } = DEFAULT_COMPONENT_SETTINGS;

const zIndex = z.int().nullable().optional();

/** Members of `settings` about the browser components. Formats are `checkComponentSettings` of libs/domain. */
export const componentSettings = {
  defaultFunnel: orDefault(z.string().nullable(), () => null),
  zIndex: orDefault(z.strictObject({ popup: zIndex, widget: zIndex, floatingActionButton: zIndex }), () => ({})),
  components: orDefault(
    z.strictObject({ popup: flag(true), widget: flag(true), floatingActionButton: flag(true), chat: flag(true) }),
    copy(components),
  ),
  widget: orDefault(
    z.strictObject({ isCollapsed: flag(false).describe('An automatic widget begins collapsed.') }),
    copy(widget),
  ),
  cart: flag(cart).describe('false: components show no add-to-cart button.'),
  storeContactData: flag(storeContactData).describe(
    "false: components write no names and no e-mail addresses into the shop's browser storage.",
  ),
  tracking: orDefault(
    z.strictObject({
      consent: orDefault(z.enum(TRACKING_CONSENTS), () => tracking.consent).describe(
        'Whether components report what shoppers do: unless they refused, once they agreed, or never.',
      ),
      visitId: orDefault(z.enum(VISIT_ID_PLACES), () => tracking.visitId).describe('Where the id of a visit is kept.'),
      attributionDays: orDefault(z.int(), () => tracking.attributionDays).describe(
        'Days from an analysis to an order that it is credited with, 1 to 30.',
      ),
      parameters: list(z.string(), { max: MAX_TRACKING_PARAMETERS, what: 'parameters' }).describe(
        "Further parameters of a shop page's address that are stored with analyses.",
      ),
    }),
    copy(tracking),
  ),
};
