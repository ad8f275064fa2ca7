// Signals reach the whole process group; the primary handles them and tells the others in order.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const) process.on(signal, () => {});
