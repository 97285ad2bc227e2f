/** Where a variant came into view. */
export interface Seen {
  variantId: string;
  /** Place in the list that is shown, from 0. */
  position: number;
}

/** Reports once every element with `data-variant` and `data-position` whose picture actually came into view. */
export interface CardObserver {
  /** Watches the elements that are there now, and no others. */
  watch(elements: Iterable<HTMLElement>): void;
  disconnect(): void;
}

/** Half of a picture has to be seen: a card may be higher than the screen. */
const SHARE = 0.5;

export function cardObserver(onSeen: (seen: Seen) => void): CardObserver {
  const watched = new Map<HTMLElement, string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        const { variant, position } = (target as HTMLElement).dataset;
        observer.unobserve(target);
        if (variant !== undefined) onSeen({ variantId: variant, position: Number(position) });
      }
    },
    { threshold: SHARE },
  );
  return {
    watch(elements) {
      const now = new Set(elements);
      for (const element of watched.keys()) {
        if (now.has(element)) continue;
        observer.unobserve(element);
        watched.delete(element);
      }
      for (const element of now) {
        // An element may come to show another variant.
        const shows = `${element.dataset.position} ${element.dataset.variant}`;
        if (watched.get(element) === shows) continue;
        watched.set(element, shows);
        observer.unobserve(element);
        observer.observe(element);
      }
    },
    disconnect: () => observer.disconnect(),
  };
}
