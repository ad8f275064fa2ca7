import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createSiblingEnrollment } from "@/lib/enrollment/enroll/verbs";
import { enrolling } from "../enrolling";

export const POST = handle(contract.createSiblingEnrollment, enrolling(createSiblingEnrollment));
