import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { DataTable } from "@/components/ui/data-table";
import { listMembers } from "@/lib/people/staff/members";
import { staffRoles } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { formWords } from "../form-words";
import { passwordFirst } from "../password-first";
import { requireStaff } from "../session";
import { changeRoleAction, inviteAction, removeAction, resetFactorAction } from "./actions";
import { InviteForm } from "./invite-form";
import { Member } from "./member";

/** Who works at the desk: invitations, roles, lost second factors (desk 2 to 5). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/staff">) {
  const session = await requireStaff();
  const members = await passwordFirst(listMembers(session.actor));
  if (!members) return <NoSuchPage />;

  const [t, format, words, locale, { time_zone: timeZone }, { said }] = await Promise.all([
    getTranslations("desk.staff"),
    getFormatter(),
    formWords(),
    getLocale(),
    settings(),
    searchParams,
  ]);
  const roles = staffRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <DeskPage title={t("title")} said={said}>
      <div className="beside">
        <DataTable
          caption={t("title")}
          columns={(["person", "role", "entry", "change"] as const).map((key) => ({ key, label: t(key) }))}
        >
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              until={member.linkExpiresAt && instant(member.linkExpiresAt)}
              isSelf={member.id === session.actor.id}
              roles={roles}
              words={words}
              actions={{ changeRole: changeRoleAction, remove: removeAction, resetFactor: resetFactorAction }}
            />
          ))}
        </DataTable>
        <InviteForm action={inviteAction} roles={roles} locale={locale} words={words} />
      </div>
    </DeskPage>
  );
});
