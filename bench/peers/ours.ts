import { getSchoolContext } from "@/lib/enrollment/queries";
import { getMailJobsSql } from "@/lib/mail/writes";
import { startServer } from "@/server";
import { reportReady } from "./report-ready";

// Everything on: key, limits, logs, metrics, validation.

await Promise.all([getSchoolContext(), getMailJobsSql()]);
const server = await startServer({ port: 0, host: "127.0.0.1" });
reportReady(server.port);
