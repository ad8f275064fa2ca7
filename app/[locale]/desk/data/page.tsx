import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { listRequests } from "@/lib/office/data-requests";
import { dateOf } from "@/lib/platform/dates";
import { whatGoes } from "@/lib/privacy/retention";
import { formWords } from "../form-words";
import { passwordFirst } from "../password-first";
import { requireStaff } from "../session";
import { noteRequestAction } from "./actions";
import { NoteRequestForm } from "./data-forms";
import { Going, RequestList } from "./request-list";

/** What people have asked of their data, by the day on which it is due, and what goes by itself soon (desk 32). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/data">) {
  const session = await requireStaff();
  const found = await passwordFirst(
    Promise.all([listRequests(session.actor), whatGoes(session.actor, new Date())]),
  );
  if (!found) return <NoSuchPage />;
  const [requests, going] = found;
  const [t, format, words, { said }] = await Promise.all([
    getTranslations("desk.data"),
    getFormatter(),
    formWords(),
    searchParams,
  ]);
  const day = (date: string) => format.dateTime(dateOf(date), { dateStyle: "long", timeZone: "UTC" });
  return (
    <DeskPage title={t("title")} said={said}>
      <div className="beside">
        <div>
          <RequestList requests={requests} day={day} />
          <Going going={going} day={day} />
        </div>
        <NoteRequestForm action={noteRequestAction} words={words} />
      </div>
    </DeskPage>
  );
});
