import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { EnrollmentLinks } from "@/components/desk/enrollment/enrollment-links";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { Section } from "@/components/desk/section";
import type { FormAction } from "@/components/forms/action-state";
import { HiddenField, SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  name: string;
  title: string;
  caption: ReactNode;
  /** How many of each kind, each with the list that shows them. */
  counts: { words: string; href: string }[];
  count: number;
  mails: number;
  samples: { to: string; subject: string; text: string }[];
  unreached: { reference: string; student: string }[];
  /** What is left free while people wait. */
  waitedFor: { name: string; free: number; waiting: number }[];
  /** When it happens, and until when it can be stopped. */
  when: string;
  typedOver: number;
  submit: string;
  back: string;
  action: FormAction;
  /** What the form carries unseen. */
  children: ReactNode;
};

/** What publishing something to many families does, before it is done. */
export function DryRunPage(props: Props) {
  const t = useTranslations("desk.publication");
  const { name, title, caption, counts, count, mails, when, typedOver, submit, back, action } = props;
  const above = (
    <>
      <ul className="mb-4">
        {counts.map(({ words, href }) => (
          <li key={href}>
            <Link href={href} className="inline-flex min-h-target items-center">
              {words}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mb-4">{t("mails", { count: mails })}</p>
      <Warnings {...props} />
      <p className="mb-6 max-w-measure">{when}</p>
    </>
  );
  return (
    <>
      <DeskForm
        name={name}
        action={action}
        title={title}
        caption={caption}
        above={above}
        className="max-w-column"
      >
        {props.children}
        <HiddenField name="count" value={String(count)} />
        {count > typedOver && (
          <TextField
            name="typed"
            label={t("typed", { count })}
            hint={t("typedHint")}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40"
          />
        )}
        <div className="mb-8 flex flex-wrap gap-4">
          {count > 0 && <SubmitButton>{submit}</SubmitButton>}
          <LinkButton href={back} look="secondary">
            {t("back")}
          </LinkButton>
        </div>
      </DeskForm>
      <Samples samples={props.samples} />
    </>
  );
}

function Warnings({ unreached, waitedFor }: Pick<Props, "unreached" | "waitedFor">) {
  const t = useTranslations("desk.publication");
  const left = useTranslations("decisions.form");
  return (
    <>
      {unreached.length > 0 && (
        <Section id="unreached" title={t("unreached", { count: unreached.length })}>
          <EnrollmentLinks enrollments={unreached} className="text-small" />
        </Section>
      )}
      {waitedFor.length > 0 && (
        <Section id="waited-for" title={t("waitedFor")}>
          <ul className="text-small">
            {waitedFor.map(({ name, ...row }) => (
              <li key={name}>
                {name}: {left("left", getFreePlacesValues(row))}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Samples({ samples }: Pick<Props, "samples">) {
  const t = useTranslations("desk.publication");
  if (samples.length === 0) return null;
  return (
    <Section id="samples" title={t("samples")}>
      {samples.map(({ to, subject, text }) => (
        <article
          key={`${to} ${subject}`}
          className="mb-5 max-w-column rounded-card border border-hairline bg-surface p-5"
        >
          <p className="text-small text-muted [overflow-wrap:anywhere]">{to}</p>
          <h3 className="mb-3 font-semibold [overflow-wrap:anywhere]">{subject}</h3>
          <p className="text-small whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        </article>
      ))}
    </Section>
  );
}
