import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on a free port. */
export async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Forwards each request to an address, on a new connection, because a kept one may be closing. */
export const startForwardingProxy = (nextTarget: () => string) =>
  startHttpServer((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, nextTarget()), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });

/** A receiver of `ALERT_URL` with the bodies that it got. */
export async function startAlertReceiver() {
  const alerts: string[] = [];
  const server = await startHttpServer((incoming, outgoing) => {
    incoming.setEncoding("utf8").on("data", (text) => alerts.push(text));
    incoming.on("end", () => outgoing.end());
  });
  return { ...server, alerts };
}
