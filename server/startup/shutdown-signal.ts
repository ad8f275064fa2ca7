/** A terminal and npm may both send one Ctrl-C; another after a second means "stop now". */
export function listenForShutdown(): { signal: AbortSignal; aborted: Promise<void> } {
  const stopping = new AbortController();
  let firstSignalAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (firstSignalAt > 0 && Date.now() - firstSignalAt > 1_000) process.exit(1);
      firstSignalAt ||= Date.now();
      stopping.abort();
    });
  }
  const { signal } = stopping;
  return { signal, aborted: new Promise((resolve) => signal.addEventListener("abort", () => resolve())) };
}
