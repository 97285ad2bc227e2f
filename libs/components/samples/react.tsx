/** The elements in React: what compiles, and what must not. Compiled by src/framework-types.test.ts. */

import type { SvcAnalysisPopup } from '@svc/components/elements/svc-analysis-popup';
import type {} from '@svc/components/react';
import { useRef } from 'react';

export function Quiz() {
  const popup = useRef<SvcAnalysisPopup>(null);
  return (
    <main>
      <svc-analysis funnel="beauty" source="landing" forceStart scrollOffset={80} locale="de" className="quiz">
        <p>Shown until the funnel is.</p>
      </svc-analysis>
      <svc-analysis-popup ref={popup} close-before-result={true} id="popup" />
      <svc-widget preventVariantNavigation />
      <svc-floating-action-button />
      <button type="button" onClick={() => popup.current?.open('beauty', 'hero').then((isShown: boolean) => isShown)}>
        Start
      </button>
    </main>
  );
}

export const mistakes = [
  // @ts-expect-error: a distance is a number.
  <svc-analysis key="1" scrollOffset="80" />,
  // @ts-expect-error: no such property.
  <svc-analysis-popup key="2" isOpened />,
  // @ts-expect-error: a flag is a boolean.
  <svc-widget key="3" is-collapsed="yes" />,
  // @ts-expect-error: no such element.
  <svc-unknown key="4" />,
];
