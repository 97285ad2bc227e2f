/** Chunk `page`: what components share, and which of them a page has. */
export { managePage as define } from '../loader/manage-page.js';
