/** Tags, the chunks that define them, and the settings of the company that switch on their automatic creation, in its order. */
export const ELEMENTS = [
  ['svc-analysis', 'frame'],
  ['svc-analysis-popup', 'popup', 'popup'],
  ['svc-floating-action-button', 'launcher', 'floatingActionButton'],
  ['svc-widget', 'widget', 'widget'],
  ['svc-chat', 'chat'],
] as const;
