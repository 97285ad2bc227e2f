/** Chunk `visitor`: recognizes visitors who agreed, and keeps components from some of them while a holdout runs. */
export { prepareVisitor as apply } from '../visitor/prepare-visitor.js';
