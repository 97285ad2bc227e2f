/** Events without details; their `detail` is null. docs/contract.md C21.1. */

/** Data changed, for example tracking information of recommended products. Dispatched on `document`. */
export class SvcDataUpdatedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-data-updated', { bubbles: true });
  }
}

/** The popup was opened. Dispatched on `document`. */
export class SvcPopupOpenedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-popup-opened', { bubbles: true });
  }
}

/** The popup was closed. Dispatched on `document`. */
export class SvcPopupClosedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-popup-closed', { bubbles: true });
  }
}

/** The visitor follows the chat's recommendation to do an analysis. Dispatched on `document`; canceling it opens no popup. */
export class SvcAnalysisRequestedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-analysis-requested', { bubbles: true, cancelable: true });
  }
}

/** The visitor opens the results from the chat. Dispatched on `document`; canceling it opens no popup. */
export class SvcResultsRequestedEvent extends CustomEvent<null> {
  constructor() {
    super('svc-results-requested', { bubbles: true, cancelable: true });
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
