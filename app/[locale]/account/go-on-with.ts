import { lastStep } from "@/lib/wizard/steps";
import { keepDraftCookie } from "../enroll/draft-cookie";

/** A draft's new token, where a link moved one; undefined where it is gone. */
export type TakenDraft = string | "none" | undefined;

/** Where it goes on with a draft that was taken. */
export async function goOnWith(draft: TakenDraft): Promise<string> {
  if (draft === "none") return "/account";
  if (draft === undefined) return "/account?said=draftGone";
  await keepDraftCookie(draft);
  return `/enroll/${lastStep}`;
}
