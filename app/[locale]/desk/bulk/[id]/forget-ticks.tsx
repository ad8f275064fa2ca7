"use client";

import { useEffect } from "react";
import { forgetTicks } from "@/app/[locale]/desk/enrollments/ticks-kept";

/** What was ticked has been worked on: the lists begin anew. */
export function ForgetTicks() {
  useEffect(forgetTicks, []);
  return null;
}
