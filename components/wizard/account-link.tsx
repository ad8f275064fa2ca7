import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";

/** The tag `<account></account>` of a message, as the way in for a family that the school knows. */
export const accountLinkTag = {
  account: (words: ReactNode) => <Link href="/sign-in?onward=enroll">{words}</Link>,
};
