import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { PlacesPreview } from "@/components/desk/enrollment/places-preview";
import { MailCard } from "@/components/desk/mail-preview";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Section } from "@/components/ui/section";
import type { BulkPreview } from "@/lib/desk/bulk/preview";
import type { BulkKind } from "@/lib/desk/bulk/schema";
import { startBulkAction } from "../actions";
import { SkippedEnrollments } from "../skipped-enrollments";

type Props = {
  bulk: { id: string; kind: BulkKind; version: number };
  preview: BulkPreview;
  sampleTo: string | undefined;
  typedOver: number;
};

/** How many change, how many mails that makes, one of them, and who is left out. */
export function BulkPreviewPage({ bulk, preview, sampleTo, typedOver }: Props) {
  const t = useTranslations("desk.bulk");
  const { id, kind, version } = bulk;
  const { changes, cannot, cannotInAll, next, mails, places, sample, languages } = preview;
  const writes = kind === "write";
  const change = (
    <LinkButton href={`/desk/bulk/${id}`} look="quiet">
      {t("change")}
    </LinkButton>
  );
  return (
    <>
      <DeskForm
        name="start"
        action={startBulkAction}
        title={t(writes ? "checkWrite" : "check", { count: changes })}
        className="beside"
        caption={t(`kinds.${kind}`)}
        above={changes === 0 && <p className="mb-8">{change}</p>}
      >
        {changes > 0 && (
          <>
            <div>
              {places.length > 0 && (
                <Section title={t("places")}>
                  <div className="mt-4">
                    <PlacesPreview
                      places={places}
                      words={({ after, limit }) => t("after", { after, limit })}
                    />
                  </div>
                </Section>
              )}
              {sample && <MailCard {...sample} to={sampleTo ?? sample.to} level="h2" />}
            </div>
            <div className="card card-raised">
              <input type="hidden" name="version" value={version} />
              <p className="mb-5">{t("mails", { count: mails })}</p>
              {writes && <Languages rows={languages} />}
              {changes > typedOver && (
                <TextField
                  name="typed"
                  label={t("typed", { count: changes })}
                  hint={t("typedHint")}
                  inputMode="numeric"
                  autoComplete="off"
                  className="max-w-40"
                />
              )}
              <div className="grid gap-3">
                <SubmitButton>{t(`start.${kind}`, { count: changes })}</SubmitButton>
                {change}
              </div>
            </div>
          </>
        )}
      </DeskForm>
      <SkippedEnrollments
        title={t(writes ? "unreached" : "cannot", { count: cannotInAll })}
        rows={cannot}
        next={next === undefined ? undefined : `/desk/bulk/${id}/check?after=${next}`}
        canInclude
      />
    </>
  );
}

/** In which languages a letter goes, and for whom it is not their own; where it stays. */
function Languages({ rows }: { rows: BulkPreview["languages"] }) {
  const t = useTranslations("desk.bulk.letter");
  const languages = useTranslations("decisions.form.languages");
  return (
    <>
      <ul className="mb-5 text-small">
        {rows.map(({ locale, wants, count }) => (
          <li key={`${locale} ${wants}`}>
            {t(locale === wants ? "in" : "instead", {
              count,
              language: languages(locale),
              wants: languages(wants),
            })}
          </li>
        ))}
      </ul>
      <p className="mb-5 text-small text-muted">{t("kept")}</p>
    </>
  );
}
