/** Chunk `orders`: reporting orders. Loaded with the first one, and while one waits to be sent. */
export { define, trackOrder } from '../orders/track-order.js';
