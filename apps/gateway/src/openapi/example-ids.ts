/** Ids in the format of real ones, shared by the examples. */
export const FUNNEL_ID = '3fXk0PqVn7bTzL2mWc9RdA';

export const VERSION_ID = '7hQm2ZsYw4cUaK8nXe1TfB';

export const ANALYSIS_ID = '5gNp1RtXv6dSbM3oYf0UhC';

export const KEY_ID = '1aBc2DeFg3HiJk4LmNo5Pq';

export const IMPORT_ID = '9zYx8WvUt7SrQp6OnMl5Kj';

export const OTHER_VERSION_ID = '4cUaK8nXe1TfB7hQm2ZsYw';

export const EXPERIMENT_ID = '6jKd2LmNs9QrT4vWxY7zAb';
