import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { Hash } from "@/components/ui/hash";
import { Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { hasPermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import type { RoundProps } from "../page";
import { RoundFields } from "./round-step-form";

/** Entered by two people; the second does not see the first's number (admission 4). */
export async function DrawNumberForm(props: RoundProps) {
  const { round, actor, year } = props;
  const t = await getTranslations("desk.round.draw");
  const firstEntry = round.draws.find(({ voidedAt }) => !voidedAt);
  const isFirst = firstEntry && "id" in actor && firstEntry.typedBy === actor.id;
  return (
    <div className="beside mb-8">
      <Section title={t("title")} id="draw">
        <p className="my-4 max-w-measure">{t("lead")}</p>
        {isFirst && <p className="mb-4 max-w-measure font-semibold">{t("waits")}</p>}
        {!isFirst && hasPermission(actor, "type_draw") && (
          <DeskForm name="draw" verb="draw_typed" className="max-w-column">
            <RoundFields round={round} year={year} />
            <TextField
              name="number"
              label={t("number")}
              hint={t("hint")}
              inputMode="numeric"
              autoComplete="off"
              className="font-mono text-heading"
            />
            <p className="mb-4 text-muted">{t(firstEntry ? "second" : "first")}</p>
            <SubmitButton>{t(firstEntry ? "compare" : "keep")}</SubmitButton>
          </DeskForm>
        )}
      </Section>
      <DrawProgress {...props} firstEntry={firstEntry} />
    </div>
  );
}

type ProgressProps = RoundProps & { firstEntry: RoundProps["round"]["draws"][number] | undefined };

/** Who has entered the number, and the fingerprint of the list. */
async function DrawProgress({ round: { hash }, firstEntry }: ProgressProps) {
  const [t, { longInstant }, names] = await Promise.all([
    getTranslations("desk.round.draw"),
    getDateFormats(),
    readMemberNames([firstEntry?.typedBy ?? null]),
  ]);
  return (
    <div className="card card-raised">
      <h2 className="mb-4 text-heading">{t("people")}</h2>
      <Timeline
        items={[
          {
            key: "first",
            title: names.get(firstEntry?.typedBy ?? null) ?? t("firstPerson"),
            text: firstEntry && longInstant(firstEntry.typedAt),
            when: firstEntry ? undefined : "now",
          },
          { key: "second", title: t("secondPerson"), when: firstEntry ? "now" : "later" },
          { key: "public", title: t("published"), when: "later" },
        ]}
      />
      <p className="mt-5 mb-2 text-small text-muted">{t("hash")}</p>
      <Hash>{hash}</Hash>
    </div>
  );
}
