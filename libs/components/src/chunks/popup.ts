/** Chunk `popup`: `svc-analysis-popup`. */
import { SvcAnalysisPopup } from '../elements/svc-analysis-popup/svc-analysis-popup.element.js';
import type { Runtime } from '../loader/runtime.js';

export const define = (runtime: Runtime): void => runtime.define('svc-analysis-popup', SvcAnalysisPopup);
