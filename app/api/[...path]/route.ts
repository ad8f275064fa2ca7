import { createRouter } from "@/lib/api/handle";

// Only when Next itself is asked: server.ts answers for unknown paths before Next sees them.
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
