import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { created } from "@/lib/api/responses";
import { createMinorEnrollment } from "@/lib/enrollment/create-enrollment";

export const POST = handle(contract.createMinorEnrollment, async ({ body, origin }) =>
  created(await createMinorEnrollment(body, origin)),
);
