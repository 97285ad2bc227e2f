import type { MatchingAnswers } from '@svc/domain';

/** What was answered in the preview of a funnel, for other screens of it. */
export interface PreviewedShopper {
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasContact: boolean;
  /** Empty: none was chosen. */
  colorType: string;
}

const toKey = (handle: string, subdomain: string) => `previewed ${handle} ${subdomain}`;

/** Kept for this tab, so that a reload of another screen has it too. */
export function keepPreviewed(
  handle: string,
  subdomain: string,
  shopper: PreviewedShopper,
  storage: Pick<Storage, 'setItem'>,
): void {
  try {
    storage.setItem(toKey(handle, subdomain), JSON.stringify(shopper));
  } catch {
    // The browser allows no storage: other screens offer answers of their own.
  }
}

/** Undefined: nothing was answered in the preview of this tab. What is stored may be anything. */
export function readPreviewed(
  handle: string,
  subdomain: string,
  storage: Pick<Storage, 'getItem'>,
): PreviewedShopper | undefined {
  try {
    const stored: Partial<PreviewedShopper> | null = JSON.parse(storage.getItem(toKey(handle, subdomain)) ?? 'null');
    if (!stored?.answers || !Array.isArray(stored.answers.selectionValues)) return undefined;
    const { answers, hasSelfie = false, hasContact = false, colorType = '' } = stored;
    const shopper = { answers, hasSelfie: hasSelfie === true, hasContact: hasContact === true };
    const isEmpty = Object.values(answers).every((value) => Array.isArray(value) && value.length === 0);
    if (isEmpty && !shopper.hasSelfie && !shopper.hasContact) return undefined;
    return { ...shopper, colorType: String(colorType) };
  } catch {
    return undefined;
  }
}
