import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createMinorEnrollment } from "@/lib/enrollment/enroll/verbs";
import { enrolling } from "../enrolling";

export const POST = handle(contract.createMinorEnrollment, enrolling(createMinorEnrollment));
