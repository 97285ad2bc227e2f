/** Chunk `widget`: `svc-widget`. */
import { SvcWidget } from '../elements/svc-widget/svc-widget.element.js';
import type { Runtime } from '../loader/runtime.js';

export const define = (runtime: Runtime): void => runtime.define('svc-widget', SvcWidget);
