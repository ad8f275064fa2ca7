import { schoolContext } from "@/lib/enrollment/school-context";
import { mailJobsStatement } from "@/lib/mail/queue";
import { startServer } from "@/server";
import { reportReady } from "./report-ready";

// Everything on: key, limits, logs, metrics, validation.

await Promise.all([schoolContext(), mailJobsStatement()]);
const server = await startServer({ port: 0, host: "127.0.0.1" });
reportReady(server.port);
