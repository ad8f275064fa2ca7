"use client";

import { useEffect } from "react";
import { clearStoredSelections } from "@/app/[locale]/desk/(day)/enrollments/_table/stored-selection";

/** After the action the lists start without a selection. */
export function ClearSelections() {
  useEffect(clearStoredSelections, []);
  return null;
}
