/** What `server.ts` knows of a request and a Web `Request` cannot give: a GET's body, the peer. */
export type Incoming = {
  /** The body as it arrives; giving up half-way leaves the connection intact. */
  body: () => AsyncIterable<Uint8Array>;
  hasBody: boolean;
  /** The peer's address. */
  address: string;
};

const known = new WeakMap<Request, Incoming>();

export function setIncoming(request: Request, incoming: Incoming) {
  known.set(request, incoming);
}

/** Undefined when Next called the handler itself: then a GET has its query string alone. */
export function incomingOf(request: Request): Incoming | undefined {
  return known.get(request);
}
