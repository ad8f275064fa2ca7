import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Handler } from "@/lib/api/handle";
import { handle } from "@/lib/api/handle";
import { setIncoming } from "@/lib/api/incoming";
import { AppError } from "@/lib/errors";

/** Hands Node's requests to Web handlers, the body of a GET included (§4), which Next would drop. */
export function apiListener(
  dispatch: Handler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return getRequestListener(
    (request, { incoming, outgoing }) => {
      const message = incoming as IncomingMessage;
      const hasBody = carriesBody(message);
      setIncoming(request, {
        hasBody,
        body: () => message.iterator({ destroyOnReturn: false }),
        address: message.socket.remoteAddress ?? "",
      });
      // What nobody read is drained, so that it is not taken for the connection's next request.
      if (hasBody) outgoing.once("finish", () => message.resume());
      return dispatch(request);
    },
    {
      overrideGlobalObjects: true,
      autoCleanupIncoming: false,
      errorHandler: () => badRequest(new Request("http://localhost/")),
    },
  );
}

/** A request whose URL or Host cannot be understood. */
const badRequest = handle({ path: "unknown", open: true }, () => {
  throw new AppError("bad_request");
});

function carriesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
