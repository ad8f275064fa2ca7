import { useTranslations } from "next-intl";
import { SuccessNotice } from "@/components/forms/success-notice";
import { Notice } from "@/components/ui/notice";
import { getEnrollmentUrl, isReference } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";

/** Another user was faster. */
const conflicts = ["keyGone", "endpointGone", "endpointSent", "addressGone"] as const;

type QueryValue = string | string[] | undefined;

type Props = {
  /** The key of the message. */
  code: QueryValue;
  /** The enrollment, if it is not the page's; with the list that both were opened from. */
  reference?: QueryValue;
  list?: string | undefined;
  /** The enrollment's link, if not to its own page. */
  getHref?: (reference: string) => string;
};

/** The result of the last action at the desk. */
export function DeskFlashMessage({ code, reference, list, getHref }: Props) {
  const t = useTranslations("desk.said");
  const conflict = conflicts.find((conflict) => conflict === code);
  if (conflict)
    return (
      <Notice tone="wait">
        <p role="status">{t(conflict)}</p>
      </Notice>
    );
  // `has` also finds names of `Object.prototype`.
  if (typeof code !== "string" || code in {} || !t.has(code as never)) return null;
  return (
    <SuccessNotice>
      {typeof reference === "string" && isReference(reference) && (
        <>
          <Link href={getHref?.(reference) ?? getEnrollmentUrl(reference, list)} className="font-mono">
            {reference}
          </Link>
          {": "}
        </>
      )}
      {t(`${code as "noted"}`)}
    </SuccessNotice>
  );
}
