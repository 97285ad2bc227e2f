/** Largest gRPC message in both directions: a catalog document or a compiled snapshot fits. The default of grpc-js is 4 MiB. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Deadline of a call that names none. docs/reliability.md R7.11. */
export const DEFAULT_TIMEOUT_MS = 2_000;

/**
 * HTTP/2 window of a connection and of each stream, bytes. With the default of 64 KiB a few match results fill the
 * connection, and every further frame waits for a WINDOW_UPDATE: calls with 40 kB answers took 0.49 ms of CPU, now 0.35 ms.
 */
export const FLOW_CONTROL_WINDOW_BYTES = 4 * 1024 * 1024;
