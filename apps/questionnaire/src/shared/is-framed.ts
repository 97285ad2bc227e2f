/** The page is in a frame of another page. */
export const isFramed = (): boolean => window.parent !== window;
