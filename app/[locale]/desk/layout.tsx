import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { may } from "@/lib/people/staff/rights";
import { isDatabaseAway } from "@/lib/platform/errors";
import { searchAction } from "./actions";
import { DeskBar } from "./desk-bar";
import { formWords } from "./form-words";
import { currentStaff } from "./session";
import { signOutAction } from "./sign-in/actions";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function Layout({ children }: { children: React.ReactNode }) {
  const [t, session] = await Promise.all([getTranslations("desk.bar"), signedIn()]);
  return (
    <div data-desk data-dense="">
      {session?.stage === "open" && (
        <DeskBar
          name={session.actor.name}
          role={t(`roles.${session.actor.role}`)}
          pages={[
            "waiting",
            "enrollments",
            "waitingList",
            "places",
            ...(may(session.actor, "tell_list") ? (["tell"] as const) : []),
            ...(may(session.actor, "manage_staff") ? (["staff"] as const) : []),
            ...(may(session.actor, "answer_data_requests") ? (["data"] as const) : []),
            ...(may(session.actor, "read_audit") ? (["audit"] as const) : []),
          ]}
          signOut={signOutAction}
          search={searchAction}
          words={await formWords()}
        />
      )}
      {children}
    </div>
  );
}

/** The page itself says that the database is away. */
async function signedIn() {
  try {
    return await currentStaff();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}
