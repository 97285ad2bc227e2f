/** Chunk `changes`: what happens to a page after the script started. Loaded with the first such event. */
export { handleChange } from '../loader/handle-change.js';
