/** What a browser says for its user. */
interface Signals {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
}

/** Whether the browser itself says that its user declines: Global Privacy Control, or Do Not Track. docs/components.md B13.2. */
export const declinesTracking = (browser: Signals): boolean =>
  browser.globalPrivacyControl === true || browser.doNotTrack === '1';
