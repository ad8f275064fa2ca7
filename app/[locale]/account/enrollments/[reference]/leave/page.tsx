import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ShownField } from "@/app/[locale]/shown-field";
import { Submit } from "@/components/action/fields";
import { LinkButton } from "@/components/site/link-button";
import { Column } from "@/components/site/page";
import { leavingShown, findRenewable } from "@/lib/family/renewal/verbs";
import { leaveAction } from "../../../family/actions";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";

/** What it means that a student does not go on, before it is said. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/leave">) {
  const personId = await requirePerson();
  const { reference } = await params;
  const who = await findRenewable(personId, reference, new Date());
  if (!who) return <NoSuchPage />;
  const t = await getTranslations("account.family");
  const { student, asked } = who;
  return (
    <Column>
      <FamilyForm
        action={leaveAction}
        title={t(student.isOwn ? "leave.ownTitle" : "leave.title", { name: student.name, year: asked.year })}
        caption={student.before?.names}
        className="space-y-4"
      >
        <ShownField parts={leavingShown(who)} />
        <p id="leaving" className="max-w-measure">
          {t(student.isOwn ? "leave.ownText" : "leave.text", { name: student.name, year: asked.year })}
        </p>
        <p className="max-w-measure">{t("leave.back")}</p>
        <input type="hidden" name="reference" value={reference} />
        <Submit look="final">
          {t(student.isOwn ? "leave.ownSubmit" : "leave.submit", { name: student.name })}
        </Submit>
      </FamilyForm>
      <p className="mt-2">
        <LinkButton href="/account/family" look="quiet">
          {t("leave.not")}
        </LinkButton>
      </p>
    </Column>
  );
});
