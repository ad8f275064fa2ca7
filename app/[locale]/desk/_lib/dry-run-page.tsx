import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskForm, type FormTarget } from "@/app/[locale]/desk/_lib/desk-form";
import { FreePlaceList, PlacesPreview } from "@/components/desk/enrollment/places-preview";
import { MailCard } from "@/components/desk/mail-preview";
import type { PreviewMail } from "@/components/forms/action-state";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Disclosure } from "@/components/ui/disclosure";
import type { PreviewTable } from "@/lib/decisions/notifications/preview";
import { TYPED_CONFIRMATION_OVER } from "@/lib/decisions/notifications/verbs";
import type { OccupiedPlace } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";

type Row = Omit<PreviewTable["rows"][number], "schoolYearId" | "studentId"> & { result?: ReactNode };

type Props = FormTarget & {
  name: string;
  title: string;
  caption: ReactNode;
  count: number;
  /** Whether a larger number need not be typed. */
  skipTypedCount?: boolean;
  /** Heading of the column with each family's result. */
  resultHeading: string;
  table: Omit<PreviewTable, "rows" | "mails"> & { rows: Row[] };
  getPageHref: (from: number) => string;
  mails: number;
  samples: PreviewMail[];
  counts?: { text: string; href: string }[];
  /** Time and languages of the mails. */
  facts?: ReactNode;
  /** Occupied places afterwards. */
  places?: OccupiedPlace[];
  /** Places that stay free although students wait. */
  freePlaces?: { name: string; free: number; waiting: number }[];
  submitText: string;
  back: { href: string; text?: string };
  /** Hidden fields of the form. */
  children: ReactNode;
};

/** Preview of a bulk action: recipients, results, counts by instrument and the mail. */
export function DryRunPage(props: Props) {
  const t = useTranslations("desk.publication");
  const { name, title, caption, count, back, submitText, verb, action } = props;
  const goBack = (
    <LinkButton href={back.href} variant="quiet">
      {back.text ?? t("back")}
    </LinkButton>
  );
  return (
    <DeskForm
      name={name}
      {...(verb ? { verb } : { action })}
      title={title}
      caption={caption}
      className="beside mb-8"
      above={
        count === 0 && (
          <>
            <Counts {...props} />
            <p className="mb-8">{goBack}</p>
          </>
        )
      }
    >
      {count > 0 && (
        <>
          <Rows {...props} />
          <div>
            <div className="card card-raised mb-5">
              {props.children}
              <Facts {...props} />
              {count > TYPED_CONFIRMATION_OVER && !props.skipTypedCount && (
                <TextField
                  name="typed"
                  label={t("typed", { count })}
                  hint={t("typedHint")}
                  inputMode="numeric"
                  autoComplete="off"
                  className="max-w-40"
                />
              )}
              <div className="grid gap-3">
                <SubmitButton>{submitText}</SubmitButton>
                {goBack}
              </div>
            </div>
            <Details {...props} />
          </div>
        </>
      )}
    </DeskForm>
  );
}

function Rows({ resultHeading, table: { rows, next, undeliverable }, mails, getPageHref }: Props) {
  const t = useTranslations("desk.publication");
  const languages = useTranslations("decisions.form.languages");
  const isMailed = mails > 0 || undeliverable > 0;
  const keys = ["student", "gets", ...(isMailed ? (["language", "problem"] as const) : [])] as const;
  const columns = keys.map((key) => ({
    key,
    label: key === "gets" ? resultHeading : t(key),
  }));
  return (
    <div>
      <DataTable dense caption={t("rows")} columns={columns}>
        {rows.map(({ reference, student, result, place, languages: locales, problem }) => (
          <TableRow key={reference}>
            <TableRowHeader>
              <Link href={`/desk/enrollments/${reference}`} prefetch={false} className="row-link">
                <bdi>{student || reference}</bdi>
              </Link>
            </TableRowHeader>
            <TableCell>
              {result} {place}
            </TableCell>
            {isMailed && <TableCell>{locales.map((locale) => languages(locale)).join(", ")}</TableCell>}
            {isMailed && <TableCell className="text-danger">{problem && t(`problems.${problem}`)}</TableCell>}
          </TableRow>
        ))}
      </DataTable>
      {next !== undefined && (
        <p className="pager">
          <Link href={getPageHref(next)}>{t("next")}</Link>
        </p>
      )}
    </div>
  );
}

function Counts({ counts = [] }: Pick<Props, "counts">) {
  if (counts.length === 0) return null;
  return (
    <ul className="mb-4">
      {counts.map(({ text, href }) => (
        <li key={href}>
          <Link href={href} className="inline-flex min-h-target items-center">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Facts({ counts, table: { instruments, undeliverable }, mails, facts }: Props) {
  const t = useTranslations("desk.publication");
  return (
    <>
      <Counts counts={counts} />
      <h2 className="mb-2 text-base">{t("instruments")}</h2>
      <ul className="mb-4 text-small">
        {instruments.map(({ name, count }) => (
          <li key={name} className="flex justify-between gap-4">
            <span>{name || t("noInstrument")}</span> <b className="figures">{count}</b>
          </li>
        ))}
      </ul>
      <p className="mb-4">{t("mails", { count: mails })}</p>
      {undeliverable > 0 && <p className="mb-4 text-danger">{t("unreached", { count: undeliverable })}</p>}
      {facts}
    </>
  );
}

function Details({ samples, places = [], freePlaces = [] }: Props) {
  const t = useTranslations("desk.publication");
  return (
    <>
      {samples.map((mail) => (
        <Disclosure key={`${mail.to} ${mail.subject}`} summary={t("mail", { subject: mail.subject })}>
          <MailCard {...mail} level="h2" />
        </Disclosure>
      ))}
      {places.length > 0 && (
        <Disclosure summary={t("places")}>
          <PlacesPreview places={places} toText={({ after, limit }) => t("after", { after, limit })} />
        </Disclosure>
      )}
      {freePlaces.length > 0 && (
        <Disclosure id="waited-for" summary={t("waitedFor")}>
          <FreePlaceList rows={freePlaces} />
        </Disclosure>
      )}
    </>
  );
}
