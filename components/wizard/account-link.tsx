import type { ReactNode } from "react";
import { Link } from "@/lib/i18n/navigation";

/** Value of the tag `<account>`: the sign-in link for known families. */
export const accountLinkTag = {
  account: (words: ReactNode) => <Link href="/sign-in?onward=enroll">{words}</Link>,
};
