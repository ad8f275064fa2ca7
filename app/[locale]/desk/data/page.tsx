import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { listRequests } from "@/lib/office/data-requests";
import { StaffRefusal } from "@/lib/people/staff/rights";
import { dateOf } from "@/lib/platform/dates";
import { whatGoes } from "@/lib/privacy/retention";
import { formWords } from "../form-words";
import { leaveFor, requireStaff } from "../session";
import { noteRequestAction } from "./actions";
import { NoteRequestForm } from "./data-forms";

/** What people have asked of their data, by the day on which it is due, and what goes by itself soon (desk 32). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/data">) {
  const session = await requireStaff();
  const found = await Promise.all([listRequests(session.actor), whatGoes(session.actor, new Date())]).catch(
    (error) => {
      if (error instanceof StaffRefusal) return error.code;
      throw error;
    },
  );
  if (found === "no_right") return <NoSuchPage />;
  if (found === "password_needed") return leaveFor("/desk/password?to=/desk/data");
  const [requests, going] = found;
  const [t, format, words, { said }] = await Promise.all([
    getTranslations("desk.data"),
    getFormatter(),
    formWords(),
    searchParams,
  ]);
  const day = (date: string) => format.dateTime(dateOf(date), { dateStyle: "long", timeZone: "UTC" });
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <DeskSaid said={said} />
      <div className="grid gap-x-12 lg:grid-cols-[1fr_24rem]">
        <div className="mb-9">
          <h2 className="mb-3 text-heading">{t("open")}</h2>
          {requests.length === 0 && <p>{t("none")}</p>}
          <ul>
            {requests.map(({ id, kind, name, email, dueOn }) => (
              <li key={id} className="border-b border-hairline py-3 [overflow-wrap:anywhere]">
                <Link href={`/desk/data/${id}`} prefetch={false}>
                  {t(`kinds.${kind}`)}: <bdi>{name || email}</bdi>
                </Link>
                <span className="block text-small text-muted">{t("due", { day: day(dueOn) })}</span>
              </li>
            ))}
          </ul>
          <h2 className="mt-9 mb-3 text-heading">{t("going")}</h2>
          <p className="mb-3 max-w-measure text-small text-muted">{t("goingLead")}</p>
          {going.length === 0 && <p>{t("nothingGoes")}</p>}
          <ul>
            {going.map(({ day: on, count }) => (
              <li key={on}>{t("goes", { day: day(on), count })}</li>
            ))}
          </ul>
        </div>
        <NoteRequestForm action={noteRequestAction} words={words} />
      </div>
    </DeskColumn>
  );
});
