import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";

/** Where the children stood before they and the account became one page; the address stays. */
export default async function Page() {
  redirect({ href: "/account", locale: await getLocale() });
}
