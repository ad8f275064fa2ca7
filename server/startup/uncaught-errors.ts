import { errorFields, logger } from "@/lib/platform/logger";

// What nobody caught ends the process as ever, but says so in the log: Node would print the error whole, with what it quotes.
process.on("uncaughtException", (error) => {
  logger.fatal({ error: errorFields(error) }, "ended by an error that nobody caught");
  process.exit(1);
});
