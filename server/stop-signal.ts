/** A terminal and npm may both pass on one Ctrl-C; another one a second later means "now". */
export function stopSignal(): Promise<void> {
  let stoppingSince = 0;
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (stoppingSince > 0 && Date.now() - stoppingSince > 1_000) process.exit(1);
        stoppingSince ||= Date.now();
        resolve();
      });
    }
  });
}
