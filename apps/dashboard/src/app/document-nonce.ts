/** The nonce that the Content-Security-Policy allows for style elements. The attribute is hidden from scripts; the property is not. */
export const getNonce = (): string => document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
