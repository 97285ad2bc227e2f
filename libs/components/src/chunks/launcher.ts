/** Chunk `launcher`: `svc-floating-action-button`. */
import { SvcFloatingActionButton } from '../elements/svc-floating-action-button/svc-floating-action-button.element.js';
import type { Runtime } from '../loader/runtime.js';

export const define = (runtime: Runtime): void => runtime.define('svc-floating-action-button', SvcFloatingActionButton);
