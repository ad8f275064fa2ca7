import { StaffRefusal } from "@/lib/people/staff/rights";
import { leaveFor, ownAddress } from "./session";

/** What a page of the desk shows; undefined for whoever may not, and who typed the password long ago types it first (desk 5). */
export async function passwordFirst<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof StaffRefusal)) throw error;
    if (error.code === "no_right") return;
    return leaveFor(`/desk/password?to=${encodeURIComponent(await ownAddress())}`);
  }
}
