// `node /app/probe.mjs PORT`: exits 0 when the program in this container is ready. For runtimes whose health checks are commands,
// since images have no shell and no curl; Kubernetes requests the same address itself.
const response = await fetch(`http://127.0.0.1:${process.argv[2]}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch((error) => ({ ok: false, status: error.cause?.code ?? error.name }));
if (!response.ok) {
  console.error(`Not ready: ${response.status}.`);
  process.exitCode = 1;
}
