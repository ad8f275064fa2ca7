import { errorFields, logger } from "@/lib/platform/logger";

// Exits as usual, but logs the error; Node would print it with its contents, which may be personal.
process.on("uncaughtException", (error) => {
  logger.fatal({ error: errorFields(error) }, "ended by an uncaught error");
  process.exit(1);
});
