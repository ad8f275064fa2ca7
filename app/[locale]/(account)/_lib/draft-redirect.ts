import { setDraftCookie } from "@/app/[locale]/enroll/_lib/draft-cookie";
import { lastStep } from "@/lib/wizard/steps";

/** The token of a draft that a link has moved; "none" if it has expired. */
export type ResumedDraft = string | "none" | undefined;

export async function getDraftAddress(draft: ResumedDraft): Promise<string> {
  if (draft === "none") return "/account";
  if (draft === undefined) return "/account?said=draftGone";
  await setDraftCookie(draft);
  return `/enroll/${lastStep}`;
}
