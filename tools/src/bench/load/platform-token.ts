/** Of every system that is measured. */
export const PLATFORM_TOKEN = 'platform-token-of-the-benchmarks';
