/** A set-up file of each test file: the client of the API names its origin when it is loaded, by whichever file of the worker is first. */
Object.assign(globalThis, { location: { origin: 'https://dashboard.example' } });
