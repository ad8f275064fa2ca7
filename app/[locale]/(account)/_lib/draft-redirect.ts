import { setDraftCookie } from "@/app/[locale]/enroll/_lib/draft-cookie";
import { lastStep } from "@/lib/wizard/steps";

/** A draft's new token, where a link moved one; undefined where it is gone. */
export type ResumedDraft = string | "none" | undefined;

/** Where it goes on with a draft that was taken. */
export async function getDraftAddress(draft: ResumedDraft): Promise<string> {
  if (draft === "none") return "/account";
  if (draft === undefined) return "/account?said=draftGone";
  await setDraftCookie(draft);
  return `/enroll/${lastStep}`;
}
