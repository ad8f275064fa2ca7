import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";
import { reportReady } from "./report-ready";

// A floor for pages: Next alone with an app that knows nothing but a page's markup (bench/floor.ts).

const pages = next({ dev: false, dir: process.env.BENCH_APP as string });
await pages.prepare();
const handle = pages.getRequestHandler();
const server = createServer((incoming: IncomingMessage, outgoing) => {
  incoming.headers["content-security-policy"] = `script-src 'nonce-${crypto.randomUUID()}'`; // as ours has one
  void handle(incoming, outgoing);
});
server.listen(0, "127.0.0.1", () => reportReady((server.address() as AddressInfo).port));
