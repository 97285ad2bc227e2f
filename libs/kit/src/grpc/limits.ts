/** Largest gRPC message both ways: a catalogue document or a compiled snapshot fits; grpc-js would take 4 MiB only. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Deadline of a call that names none. Reliability R7.11. */
export const DEFAULT_TIMEOUT_MS = 2_000;
