/** Ignores EPIPE on standard output: the reader of a command may close the pipe early (`… | head`). */
export function ignoreBrokenPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
