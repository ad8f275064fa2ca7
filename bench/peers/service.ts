import { env } from "@/lib/env";
import { serveAlone } from "@/server/serve";
import { reportReady } from "./report-ready";

// The whole service as `npm start` runs it: API, pages and worker in one process. Needs a build.

await serveAlone({ dev: false });
reportReady(env.PORT);
