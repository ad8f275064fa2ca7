import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";

/** Redirects: the children are on the account page now. */
export default async function Page() {
  redirect({ href: "/account", locale: await getLocale() });
}
