import { schoolContext } from "@/lib/enrollment/school-context";
import { startServer } from "@/server";

await schoolContext();
await startServer({ port: 3198, host: "127.0.0.1" });
