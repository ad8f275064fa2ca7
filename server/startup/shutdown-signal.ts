/**
 * Also works during the start. A terminal and npm may both send one Ctrl-C; another after a second means
 * "stop now".
 */
export function listenForShutdown(): { signal: AbortSignal; came: Promise<void> } {
  const stopping = new AbortController();
  let since = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (since > 0 && Date.now() - since > 1_000) process.exit(1);
      since ||= Date.now();
      stopping.abort();
    });
  }
  const { signal } = stopping;
  return { signal, came: new Promise((resolve) => signal.addEventListener("abort", () => resolve())) };
}
