import { isStep } from "@/lib/wizard/steps";

/** Where to go after signing in; the form's start keeps the course of the finder. Allows only known targets. */
export function getReturnPath(onward: string): string {
  if (isStep(onward)) return `/enroll/${onward}`;
  return isEnrollStart(onward) ? `/${onward}` : "/account";
}

export const isEnrollStart = (onward: string) =>
  /^enroll(\?course=\d+(&(instrument|played)=\d+)*)?$/.test(onward);
