import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { EditableRow } from "@/components/desk/editable-row";
import { Section } from "@/components/ui/section";
import { listReasons, type QUESTION_USE, toUses } from "@/lib/desk/reasons/verbs";
import { readLegalDetails, readMailTextDetails } from "@/lib/desk/texts/verbs";
import { Link } from "@/lib/i18n/navigation";
import { mailTextParts } from "@/lib/mail/content/mail-texts";
import type { Actor } from "@/lib/people/staff/permissions";
import { type LegalKind, legalKinds } from "@/lib/school/legal";

/** Texts of the school: legal texts, mails, reasons (desk 44). */
export default defineDeskPage("change_settings", "desk.texts", async ({ t, actor, query: { said } }) => {
  return (
    <DeskPage title={t("title")} flash={said}>
      <p className="mb-7 max-w-measure">{t("lead")}</p>
      <Section id="legal" title={t("legal")}>
        {legalKinds.map((kind) => (
          <LegalTextRow key={kind} kind={kind} actor={actor} />
        ))}
      </Section>
      <Mails actor={actor} />
      <Reasons actor={actor} />
    </DeskPage>
  );
});

async function LegalTextRow({ kind, actor }: { kind: LegalKind; actor: Actor }) {
  const { date } = await getDateFormats();
  const [t, { version, versions, last }] = await Promise.all([
    getTranslations("desk.texts"),
    readLegalDetails(actor, kind),
  ]);
  const day = versions[0] && date(versions[0].createdAt);
  return (
    <EditableRow
      id={kind}
      label={t(`kinds.${kind}.label`)}
      description={t(`kinds.${kind}.does`)}
      lastChange={last?.name ?? (last ? t("command") : t("asDelivered"))}
      href={`/desk/texts/${kind}`}
      linkText={t("change")}
    >
      {t("version", { version, day: day ?? "" })}
    </EditableRow>
  );
}

async function Mails({ actor }: { actor: Actor }) {
  const [t, mailTexts, locale] = await Promise.all([
    getTranslations("desk.texts"),
    readMailTextDetails(actor),
    getLocale(),
  ]);
  return (
    <Section id="mails" title={t("mails")} action={<Link href="/desk/texts/mails">{t("everyMail")}</Link>}>
      {mailTextParts.map((part) => (
        <EditableRow
          key={part}
          id={part}
          label={t(`parts.${part}.label`)}
          description={t(`parts.${part}.does`, { place: "{name}" })}
          lastChange={null}
          href={`/desk/texts/mails/${part}`}
          linkText={t("change")}
        >
          <span className="whitespace-pre-line">{mailTexts[part]?.[locale] ?? t("none")}</span>
        </EditableRow>
      ))}
    </Section>
  );
}

async function Reasons({ actor }: { actor: Actor }) {
  const [t, reasons, locale] = await Promise.all([
    getTranslations("desk.texts"),
    listReasons(actor),
    getLocale(),
  ]);
  return (
    <Section
      id="reasons"
      title={t("reasons")}
      action={<Link href="/desk/texts/new-reason">{t("newReason")}</Link>}
    >
      {reasons.map(({ code, offeredFor, asks, ...texts }) => (
        <EditableRow
          key={code}
          id={`reason-${code}`}
          label={texts[locale]}
          description={<span className="font-mono">{code}</span>}
          lastChange={null}
          href={`/desk/texts/reasons/${code}`}
          linkText={t("change")}
        >
          {toUses({ offeredFor, asks })
            .map((decision) => t(`decisions.${decision as typeof QUESTION_USE}`))
            .join(". ") || t("notOffered")}
        </EditableRow>
      ))}
    </Section>
  );
}
