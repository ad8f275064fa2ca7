import { createRouter } from "@/lib/api/router";

// Only for requests through Next; server.ts answers unknown paths itself.
const unknown = createRouter([]);

export {
  unknown as DELETE,
  unknown as GET,
  unknown as HEAD,
  unknown as OPTIONS,
  unknown as PATCH,
  unknown as POST,
  unknown as PUT,
};
