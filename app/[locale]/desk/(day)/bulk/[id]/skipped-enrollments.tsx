import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { StudentName } from "@/components/desk/enrollment/student-link";
import { SubmitButton } from "@/components/forms/fields";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";

type Row = { code: string; reference: string; student: string };

type Props = {
  title: string;
  rows: Row[];
  /** Undefined on the last page. */
  next?: string;
  /** Whether possible duplicates and untaught combinations can be included after all. */
  canInclude?: boolean;
};

/** Skipped enrollments with reasons. */
export function SkippedEnrollments({ title, rows, next, canInclude = false }: Props) {
  const t = useTranslations("desk.bulk");
  if (rows.length === 0) return null;
  return (
    <Section id="skipped-title" title={title}>
      <DataTable
        caption={title}
        columns={(["student", "why"] as const).map((key) => ({ key, label: t(key) }))}
      >
        {rows.map(({ code, reference, student }) => (
          <TableRow key={reference}>
            <TableRowHeader>
              <Link href={`/desk/enrollments/${reference}`} className="row-link">
                <StudentName name={student} />{" "}
                <span className="font-mono font-normal text-muted">{reference}</span>
              </Link>
            </TableRowHeader>
            <TableCell>
              {t(`outcomes.${t.has(`outcomes.${code as "failed"}`) ? (code as "failed") : "failed"}`)}
              {canInclude && (code === "possible_duplicate" || code === "place_not_taught") && (
                <DeskForm name={`include-${reference}`} verb="bulk_duplicate_included" className="mt-2">
                  <input type="hidden" name="reference" value={reference} />
                  <SubmitButton variant="secondary">{t("include")}</SubmitButton>
                </DeskForm>
              )}
            </TableCell>
          </TableRow>
        ))}
      </DataTable>
      {next && (
        <p className="pager">
          <Link href={next}>{t("more")}</Link>
        </p>
      )}
    </Section>
  );
}
