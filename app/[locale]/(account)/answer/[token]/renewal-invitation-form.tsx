import { getLocale, getTranslations } from "next-intl/server";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { ShownField } from "@/app/[locale]/shown-field";
import { CheckboxField, RadioField, SubmitButton } from "@/components/forms/fields";
import { createTermsLink } from "@/components/site/terms-link";
import { Icon } from "@/components/ui/icons/icon";
import { send } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { formatPrice } from "@/lib/catalogue/course-price";
import { getTerms } from "@/lib/enrollment/terms";
import { formatRenewal } from "@/lib/family/renewal/queries";
import { type RenewalRequest, renewalShown } from "@/lib/family/renewal/verbs";
import { addElision, formatDay } from "@/lib/i18n/format";
import { answerRenewalAction } from "./renewal-actions";

type Student = RenewalRequest["open"][number];

type Props = {
  token: string;
  /** Has at least one open child. */
  renewal: RenewalRequest;
  /** The page's heading, or a section's. */
  level: "h1" | "h2";
};

/** One form for all children, with the terms accepted once (admission 14). */
export async function RenewalInvitationForm({ token, renewal, level }: Props) {
  const { requestedYear, until, open } = renewal;
  const [t, tFamily, locale] = await Promise.all([
    getTranslations("account.renewal"),
    getTranslations("account.family"),
    getLocale(),
  ]);
  const [first] = open as [Student];
  const own = first.isOwn ? "yes" : "no";
  const values = { count: open.length, name: first.name, own, year: requestedYear.year };
  const day = addElision({ day: formatDay(until, locale) });
  const waits = open.every(({ previous }) => previous.state === "waiting");
  const terms = open.some(({ next }) => next) && (await getTerms(locale));
  const title = t(waits ? "titleWaits" : "title", values);
  const intro = t("lead", { count: open.length, ...day });
  return (
    <>
      {level === "h2" && (
        <>
          <h2 className="mb-2">{title}</h2>
          <p className="mb-6 max-w-measure">{intro}</p>
        </>
      )}
      <AccountForm action={answerRenewalAction} {...(level === "h1" && { title, intro })}>
        <input type="hidden" name="token" value={token} />
        <ShownField parts={renewalShown(renewal)} />
        <input type="hidden" name="year" value={requestedYear.id} />
        {open.map((student) => (
          <StudentChoice key={student.id} student={student} year={requestedYear.year} />
        ))}
        {terms && (
          <>
            <input type="hidden" name="terms_url" value={terms.url} />
            <CheckboxField
              name="terms"
              label={tFamily.rich("terms", { year: requestedYear.year, link: createTermsLink(terms.url) })}
            />
          </>
        )}
        <p className="mt-8 mb-10">
          <SubmitButton>
            <Icon d={send} />
            {t("submit", { count: open.length })}
          </SubmitButton>
        </p>
      </AccountForm>
      <Section title={t("before")}>
        <DescriptionList
          rows={(waits ? (["change"] as const) : (["stay", "change", "silence"] as const)).map((topic) => ({
            label: t(`about.${topic}.label`),
            value: t(`about.${topic}.text`, day),
          }))}
        />
      </Section>
    </>
  );
}

async function StudentChoice({ student, year }: { student: Student; year: string }) {
  const [t, tPrice, locale] = await Promise.all([
    getTranslations("account.renewal"),
    getTranslations("price"),
    getLocale(),
  ]);
  const { id, name, isOwn, previous, next } = student;
  const own = isOwn ? "yes" : "no";
  const waits = previous.state === "waiting";
  const renewChoice = next && {
    value: formatRenewal(student),
    label: t("stay", { own }),
    hint: [next.names, next.price && formatPrice(next.price, tPrice, locale).line]
      .filter(Boolean)
      .join(" · "),
  };
  return (
    <div className="card mb-4 pb-0">
      <RadioField
        name={`answer-${id}`}
        label={
          <>
            <bdi className="block font-head text-heading">{name}</bdi>
            <span className="mb-2 block text-small font-normal text-muted [overflow-wrap:anywhere]">
              {t(waits ? "waitsFor" : "has", { names: previous.names })}
            </span>
          </>
        }
        choices={[
          ...(renewChoice ? [renewChoice] : []),
          {
            value: "change",
            label: t(waits ? "again" : next ? "change" : "choose", { own, year }),
            hint: t(waits ? "againHint" : next ? "changeHint" : "chooseHint"),
          },
          {
            value: "leave",
            label: t(waits ? "notAgain" : "leave", { own }),
            hint: t(waits ? "notAgainHint" : "leaveHint", { year }),
          },
        ]}
      />
    </div>
  );
}
