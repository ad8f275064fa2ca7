import { useTranslations } from "next-intl";
import { Letter } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { Submit, TextField } from "@/components/action/fields";
import { PlacesAfter } from "@/components/desk/places-after";
import { LinkButton } from "@/components/site/link-button";
import { Sheet } from "@/components/ui/section";
import type { BulkKind } from "@/lib/desk/bulk/schema";
import type { BulkPreview } from "@/lib/desk/bulk/preview";
import { DeskForm } from "../../../desk-form";
import { startAction } from "../actions";
import { Skipped } from "../skipped";

type Props = {
  bulk: { id: string; kind: BulkKind; version: number };
  preview: BulkPreview;
  sampleTo: string | undefined;
  typedOver: number;
};

/** How many change, how many mails that makes, one of them, and who is left out. */
export function CheckBulk({ bulk, preview, sampleTo, typedOver }: Props) {
  const t = useTranslations("desk.bulk");
  const { id, kind, version } = bulk;
  const { changes, cannot, cannotInAll, next, mails, places, sample, languages } = preview;
  const writes = kind === "write";
  return (
    <>
      <DeskForm
        name="start"
        action={startAction}
        title={t(writes ? "checkWrite" : "check", { count: changes })}
        className="beside"
        caption={t(`kinds.${kind}`)}
      >
        <div>
          {places.length > 0 && (
            <Sheet title={t("places")}>
              <div className="mt-4">
                <PlacesAfter places={places} words={({ after, limit }) => t("after", { after, limit })} />
              </div>
            </Sheet>
          )}
          {sample && <Letter {...sample} to={sampleTo ?? sample.to} level="h2" />}
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
            {changes > 0 && <Submit>{t(`start.${kind}`, { count: changes })}</Submit>}
            <LinkButton href={`/desk/bulk/${id}`} look="quiet">
              {t("change")}
            </LinkButton>
          </div>
        </div>
      </DeskForm>
      <Skipped
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
