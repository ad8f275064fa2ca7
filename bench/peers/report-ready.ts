/** Tells the bench the port, and ends with it. */
export function reportReady(port: number) {
  process.once("disconnect", () => process.exit());
  process.send?.({ port });
}
