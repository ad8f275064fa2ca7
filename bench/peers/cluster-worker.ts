import { schoolContext } from "@/lib/enrollment/school-context";
import { startServer } from "@/server";
import { reportReady } from "./report-ready";

await schoolContext();
const server = await startServer({ port: 3198, host: "127.0.0.1" });
reportReady(server.port);
