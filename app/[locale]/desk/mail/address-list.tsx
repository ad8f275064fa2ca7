import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { FoldedFields, Submit, TextField } from "@/components/action/fields";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/lib/i18n/navigation";
import type { StoppedAddress } from "@/lib/office/mail/addresses";

type Props = {
  addresses: StoppedAddress[];
  /** Undefined for whoever only reads. */
  lift: FormAction | undefined;
  instant: (date: Date) => string;
  words: DeskWords;
};

/** Addresses that nothing more goes to: whose, since when and why, and the way to write there again. */
export function AddressList({ addresses, lift, instant, words }: Props) {
  const t = useTranslations("desk.mail.addresses");
  if (addresses.length === 0) return <EmptyState>{t("none")}</EmptyState>;
  return (
    <>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      <ul className="border-t border-hairline">
        {addresses.map(({ address, reason, since, name, references }, at) => (
          <li key={address} className="border-b border-hairline py-3">
            <p className="font-semibold [overflow-wrap:anywhere]">
              {name && `${name} · `}
              {address}
            </p>
            <p className="text-small">{t(`reasons.${reason}`, { at: instant(since) })}</p>
            <p className="flex flex-wrap gap-x-4">
              {references.map((reference) => (
                <Link
                  key={reference}
                  href={`/desk/enrollments/${reference}#mails`}
                  className="inline-flex min-h-target items-center font-mono"
                >
                  {reference}
                </Link>
              ))}
            </p>
            {lift && (
              <ActionForm name={`lift-${at}`} action={lift} words={words}>
                <FoldedFields summary={t("lift")}>
                  <p className="mb-4 max-w-measure text-small text-muted">{t(`hints.${reason}`)}</p>
                  <input type="hidden" name="address" value={address} />
                  <TextField name={`reason-${at}`} label={t("why")} maxLength={2000} autoComplete="off" />
                  <Submit look="secondary">{t("do")}</Submit>
                </FoldedFields>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
