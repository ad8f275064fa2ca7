import { isIP } from "node:net";
import { connect } from "node:tls";

/** Whoever renews one has had weeks for it by then. */
export const RENEWAL_DAYS = 14;

const PATIENCE_MS = 3_000;

/**
 * The certificate that is shown at an https address: until when it holds, and with which code a browser would
 * refuse it; undefined when nobody answers there.
 */
export function fetchCertificate({
  hostname,
  port,
}: URL): Promise<{ until: Date; refused: string | undefined } | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) ? undefined : host,
      rejectUnauthorized: false, // what is wrong with it is what is asked; nothing is sent
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.once("secureConnect", () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ until, refused: socket.authorized ? undefined : String(socket.authorizationError) });
      socket.destroy();
    });
    socket.on("error", () => {}); // "close" comes after it
    socket.once("close", () => resolve(undefined));
  });
}
