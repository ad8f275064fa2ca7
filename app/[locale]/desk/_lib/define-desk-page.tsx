import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { DeskPage } from "@/components/desk/desk-page";
import { hasPermission, type Permission, PermissionError } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getSelectedYear, type SelectedYear } from "./selected-year";
import { getPageAddress, redirectTo, requireStaffSession } from "./session";

type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;
type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Query> };

type DeskPageContext<Namespaced extends Namespace> = {
  session: StaffSession;
  actor: StaffSession["actor"];
  /** Translator of the page. */
  t: ReturnType<typeof useTranslations<Namespaced>>;
  /** Path parameters. */
  params: Record<string, string>;
  query: Query;
};

/**
 * A page that requires a permission; 404 otherwise and where it returns nothing. Reads may require the
 * password again (desk 5).
 */
export function defineDeskPage<Namespaced extends Namespace>(
  permission: Permission,
  namespace: Namespaced,
  render: (context: DeskPageContext<Namespaced>) => Promise<ReactNode>,
) {
  return withUnavailablePage(async (props: Props) => {
    const [session, params, query, t] = await Promise.all([
      requireStaffSession(),
      props.params,
      props.searchParams,
      getTranslations(namespace),
    ]);
    const { actor } = session;
    if (!hasPermission(actor, permission)) return <NotFoundPage />;
    const context = { session, actor, params, query, t } as DeskPageContext<Namespaced>;
    return (await render(context).catch(requirePassword)) ?? <NotFoundPage />;
  });
}

/** The page of a school year. */
export function defineYearPage<Namespaced extends Namespace>(
  permission: Permission,
  namespace: Namespaced,
  render: (context: DeskPageContext<Namespaced> & { year: SelectedYear }) => Promise<ReactNode>,
) {
  return defineDeskPage<Namespaced>(permission, namespace, async (context) => {
    const { year } = await getSelectedYear(context.query.year);
    if (year) return render({ ...context, year });
    const t = await getTranslations("desk.noYear");
    return (
      <DeskPage title={t("title")}>
        <p className="max-w-measure">{t("lead")}</p>
      </DeskPage>
    );
  });
}

/** Redirects to the password if it was entered too long ago; 404 without permission. */
async function requirePassword(error: unknown) {
  if (!(error instanceof PermissionError)) throw error;
  if (error.code === "password_needed")
    return redirectTo(`/desk/password?to=${encodeURIComponent(await getPageAddress())}`);
}
