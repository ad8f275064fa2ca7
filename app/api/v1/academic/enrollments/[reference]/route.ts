import { extensions } from "@/lib/api/contract";
import { lastSegment } from "@/lib/api/exchange";
import { handle } from "@/lib/api/handle";
import { readEnrollment } from "@/lib/enrollment/read-enrollment";

export const GET = handle(extensions.getEnrollment, async ({ key }, request) => ({
  data: await readEnrollment(lastSegment(request.target), key.id),
}));
