import { useTranslations } from "next-intl";
import { AutoRefresh } from "./auto-refresh";
import { EmptyPage } from "./empty-page";

const AGAIN_MS = 5_000;

type Props = {
  /** Whether a script put it there, as after a form that was sent: nobody loads that again by hand. */
  byScript: boolean;
};

/**
 * What stands in a page's place while the database is away. Loading again repeats what was asked for,
 * a posted form included, so nothing that was typed is lost.
 */
export function ServiceUnavailable({ byScript }: Props) {
  const t = useTranslations("site");
  return (
    <EmptyPage title={t("awayTitle")} text={t("away")}>
      {byScript && <AutoRefresh every={AGAIN_MS} />}
    </EmptyPage>
  );
}
