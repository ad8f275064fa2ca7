/** Whoever reads what a command says may have read enough (`… | head`): it goes on to its end, unheard. */
export function ignoreBrokenPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
