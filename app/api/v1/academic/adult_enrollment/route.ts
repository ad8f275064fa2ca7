import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createEnrollmentHandler } from "../create-enrollment-handler";

export const POST = handle(contract.createAdultEnrollment, createEnrollmentHandler("adult"));
