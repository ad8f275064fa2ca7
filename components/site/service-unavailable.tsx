import { useTranslations } from "next-intl";
import { AutoRefresh } from "./auto-refresh";
import { EmptyPage } from "./empty-page";

const RETRY_MS = 5_000;

type Props = {
  /** Added by a script, after a submission; people rarely reload such a page themselves. */
  isReloadedByScript: boolean;
};

/**
 * Shown while the database is unavailable. Reloading repeats the request, also a POST, so that no input is
 * lost.
 */
export function ServiceUnavailable({ isReloadedByScript }: Props) {
  const t = useTranslations("site");
  return (
    <EmptyPage title={t("awayTitle")} text={t("away")}>
      {isReloadedByScript && <AutoRefresh every={RETRY_MS} />}
    </EmptyPage>
  );
}
