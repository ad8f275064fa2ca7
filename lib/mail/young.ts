import { getAge, type Day, toDay } from "@/lib/platform/dates";

/** From this age on a child consents by itself to what a service does with its data (Spain, LOPDGDD, article 7). */
const CONSENT_AGE = 14;

/** Whether a child has a guardian do all of it: of them no password is asked, and their mail says so (families 38). */
export const isBelowConsentAge = (birthDate: Date | null, today: Day): boolean =>
  birthDate !== null && getAge(toDay(birthDate), today) < CONSENT_AGE;
