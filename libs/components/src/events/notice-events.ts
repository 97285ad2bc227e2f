/** Events without details; their `detail` is null. docs/contract.md C21.1. */

/** Data changed, for example tracking information of recommended products. Dispatched on `document`. */
export class SvcDataUpdatedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-data-updated');
  }
}

/** The popup was opened. Dispatched on `document`. */
export class SvcPopupOpenedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-popup-opened');
  }
}

/** The popup was closed. Dispatched on `document`. */
export class SvcPopupClosedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-popup-closed');
  }
}

/** The visitor follows the chat's recommendation to do an analysis. Dispatched on `document`. */
export class SvcAnalysisRequestedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-analysis-requested');
  }
}

/** The visitor opens the results from the chat. Dispatched on `document`. */
export class SvcResultsRequestedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-results-requested');
  }
}

declare global {
  interface DocumentEventMap {
    'svc-data-updated': SvcDataUpdatedEvent;
    'svc-popup-opened': SvcPopupOpenedEvent;
    'svc-popup-closed': SvcPopupClosedEvent;
    'svc-analysis-requested': SvcAnalysisRequestedEvent;
    'svc-results-requested': SvcResultsRequestedEvent;
  }
}
