import { useTranslations } from "next-intl";
import { SuccessNotice } from "@/components/forms/success-notice";
import { Notice } from "@/components/ui/notice";
import { getEnrollmentUrl, isReference } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";

/** Somebody else had already done it. */
const late = ["keyGone", "endpointGone", "endpointSent", "addressGone"] as const;

type Given = string | string[] | undefined;

type Props = {
  said: Given;
  /** The reference, on pages about other enrollments too; with the list that both were opened from. */
  of?: Given;
  list?: string | undefined;
  /** Where the enrollment's link leads, if not to its own page. */
  hrefOf?: (reference: string) => string;
};

/** The result of the last action at the desk. */
export function DeskFlashMessage({ said, of, list, hrefOf }: Props) {
  const t = useTranslations("desk.said");
  // A name of `Object.prototype` would be found among the messages.
  const what = typeof said === "string" && !(said in {}) && t.has(said as never) && said;
  const tooLate = late.find((one) => one === said);
  if (tooLate)
    return (
      <Notice tone="wait">
        <p role="status">{t(tooLate)}</p>
      </Notice>
    );
  const other = typeof of === "string" && isReference(of) ? of : undefined;
  return (
    what && (
      <SuccessNotice>
        {other && (
          <>
            <Link href={hrefOf?.(other) ?? getEnrollmentUrl(other, list)} className="font-mono">
              {other}
            </Link>
            {": "}
          </>
        )}
        {t(`${what as "noted"}`)}
      </SuccessNotice>
    )
  );
}
