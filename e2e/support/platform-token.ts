/** Of every system under test. */
export const PLATFORM_TOKEN = 'platform-token-of-the-system-under-test';
