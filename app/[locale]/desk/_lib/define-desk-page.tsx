import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { hasPermission, type Permission, PermissionError } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getPageAddress, redirectTo, requireStaffSession } from "./session";

type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;
type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Query> };

type Asked<Words extends Namespace> = {
  session: StaffSession;
  actor: StaffSession["actor"];
  /** The words of the page. */
  t: ReturnType<typeof useTranslations<Words>>;
  /** What stands in its address, by the names of its folders. */
  params: Record<string, string>;
  query: Query;
};

/**
 * A page of the desk, for whoever has its right: for all others, and where it shows nothing, there is none. What it
 * reads may ask for the password first (desk 5).
 */
export function defineDeskPage<Words extends Namespace>(
  right: Permission,
  words: Words,
  show: (asked: Asked<Words>) => Promise<ReactNode>,
) {
  return withUnavailablePage(async (props: Props) => {
    const [session, params, query, t] = await Promise.all([
      requireStaffSession(),
      props.params,
      props.searchParams,
      getTranslations(words),
    ]);
    const { actor } = session;
    if (!hasPermission(actor, right)) return <NotFoundPage />;
    const asked = { session, actor, params, query, t } as Asked<Words>;
    return (await show(asked).catch(passwordFirst)) ?? <NotFoundPage />;
  });
}

/** Whoever typed the password long ago types it first; whoever may not finds nothing. */
async function passwordFirst(error: unknown) {
  if (!(error instanceof PermissionError)) throw error;
  if (error.code === "password_needed")
    return redirectTo(`/desk/password?to=${encodeURIComponent(await getPageAddress())}`);
}
