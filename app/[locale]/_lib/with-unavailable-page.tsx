import { headers } from "next/headers";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoScriptErrors } from "@/components/forms/no-script-errors";
import { AutoRefresh } from "@/components/site/auto-refresh";
import { EmptyPage } from "@/components/site/empty-page";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { getFormError, setPageStatus } from "@/lib/platform/page-request";
import { PageTitle } from "./page-title";

type Page<Props> = (props: Props) => Promise<ReactNode>;

/**
 * Shows a notice with status 503 while the database is unavailable. Form errors are shown above the page.
 * @param renderFlash the last action, shown even while the database is unavailable
 */
export function withUnavailablePage<Props>(page: Page<Props>, renderFlash?: Page<Props>): Page<Props> {
  const renderOrNotice: Page<Props> = async (props) => {
    try {
      return await page(props);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      setPageStatus(503);
      const t = await getTranslations("site");
      return (
        <>
          <PageTitle>{t("awayTitle")}</PageTitle>
          {await renderFlash?.(props)}
          <ServiceUnavailable isReloadedByScript={(await headers()).get("sec-fetch-dest") === "empty"} />
        </>
      );
    }
  };
  return async (props) => {
    const formError = getFormError();
    return formError ? (
      <NoScriptErrors error={formError}>{await renderOrNotice(props)}</NoScriptErrors>
    ) : (
      renderOrNotice(props)
    );
  };
}

/** The response of a file: 404 without one, 503 while the database is unavailable. */
export async function respondWithFile(read: () => Promise<Response | undefined>): Promise<Response> {
  try {
    return (await read()) ?? new Response(null, { status: 404 });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return new Response(null, { status: 503 });
  }
}

const RETRY_MS = 5_000;

type Props = {
  /** Added by a script, after a submission; people rarely reload such a page themselves. */
  isReloadedByScript: boolean;
};

/**
 * Shown while the database is unavailable. Reloading repeats the request, also a POST, so that no input is
 * lost.
 */
function ServiceUnavailable({ isReloadedByScript }: Props) {
  const t = useTranslations("site");
  return (
    <EmptyPage title={t("awayTitle")} text={t("away")}>
      {isReloadedByScript && <AutoRefresh intervalMs={RETRY_MS} />}
    </EmptyPage>
  );
}
