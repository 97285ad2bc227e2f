import { useState } from 'react';
import { useWarningBeforeUnload } from '../unsaved/use-warning-before-unload.js';

/**
 * A value that a dialog shows this once: closing it before the value was copied asks once more, and leaving the page makes the browser
 * ask. docs/dashboard.md Y4.2.
 */
export function useShownOnce(isShown: boolean, onClose: () => void) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const isUnsaved = isShown && !isCopied;
  useWarningBeforeUnload(isUnsaved);
  return {
    isWarned,
    onCopied: () => setCopied(true),
    close: () => (isUnsaved && !isWarned ? setWarned(true) : onClose()),
  };
}
