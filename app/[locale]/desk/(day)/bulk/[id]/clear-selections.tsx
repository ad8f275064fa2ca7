"use client";

import { useEffect } from "react";
import { clearStoredSelections } from "@/app/[locale]/desk/(day)/enrollments/_table/stored-selection";

/** What was ticked has been worked on: the lists begin anew. */
export function ClearSelections() {
  useEffect(clearStoredSelections, []);
  return null;
}
