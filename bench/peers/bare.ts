import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { reportReady } from "./report-ready";

// The floor: node:http sending the same bytes under the same headers, with no key, no limit, no log.

const { body, headers } = await sample();
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => reportReady((server.address() as AddressInfo).port));

/** One answer of ours, recorded before the run. */
async function sample() {
  const recorded = JSON.parse(process.env.BENCH_SAMPLE as string);
  return { body: Buffer.from(recorded.body), headers: recorded.headers as Record<string, string> };
}
