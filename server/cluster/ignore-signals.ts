// A terminal, npm or an operator signals the whole group; the primary hears it and tells the others in order.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const) process.on(signal, () => {});
