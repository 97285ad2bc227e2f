/** Without the top layer, Escape and the back gesture of a phone do not reach the dialog by themselves. */
export function listenForClose(close: () => void): () => void {
  const listener = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
  document.addEventListener('keydown', listener);
  const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy(): void } };
  const watcher = CloseWatcher && new CloseWatcher();
  watcher?.addEventListener('close', close);
  return () => {
    document.removeEventListener('keydown', listener);
    watcher?.destroy();
  };
}
