import type { Metadata } from "next";
import { isDatabaseAway } from "@/lib/platform/errors";
import { schoolCard } from "@/lib/school/school-card";
import { DeskDoor } from "./desk-door";
import { DeskFrame } from "./desk-frame";
import { currentStaff } from "./session";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function Layout({ children }: { children: React.ReactNode }) {
  const [school, session] = await Promise.all([schoolCard(), signedIn()]);
  if (session?.stage !== "open") return <DeskDoor school={school}>{children}</DeskDoor>;
  return (
    <DeskFrame school={school} actor={session.actor}>
      {children}
    </DeskFrame>
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
