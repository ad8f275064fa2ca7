import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { created } from "@/lib/api/responses";
import { createAdultEnrollment } from "@/lib/enrollment/create-enrollment";

export const POST = handle(contract.createAdultEnrollment, async ({ body, origin }) =>
  created(await createAdultEnrollment(body, origin)),
);
