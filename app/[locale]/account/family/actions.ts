"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { goOn } from "@/lib/family/go-on";
import { leavingShown, sayLeaving, whoCouldGoOn } from "@/lib/family/leave";
import { goingOnShown, yourFamily } from "@/lib/family/your-family";
import { mayGoOn } from "@/lib/form/server/form-limits";
import type { Locale } from "@/lib/i18n/locales";
import { Refused } from "@/lib/people/verb";
import { whole } from "../../read-form";
import { requesterAddress } from "../../requester-address";
import { asFamily, text } from "../act";
import { pageChanged } from "../page-changed";

const stays = z.object({
  year: whole,
  stays: z.array(z.string()),
  terms: text,
  terms_url: text,
  renewal: text,
});

export const goOnAction = asFamily(
  stays,
  async (personId, { year, stays, terms, terms_url, renewal }, form) => {
    const now = new Date();
    const family = await yourFamily(personId, now);
    const enrolled = family.students.filter(({ asked }) => asked).map(({ id }) => `student-${id}`);
    const changed = await pageChanged(form, goingOnShown(family), enrolled);
    if (changed) return changed;
    if (!(await mayGoOn("sends", await requesterAddress()))) throw new Refused({ code: "limited" });
    const locale = (await getLocale()) as Locale;
    const input = {
      yearId: year,
      stays,
      accepted: terms === "yes",
      termsUrl: terms_url,
      renewal: renewal === "yes",
      locale,
    };
    await goOn(personId, input, now);
    return { goTo: "/account/family?said=goesOn" };
  },
);

const named = z.object({ reference: text });

export const leaveAction = asFamily(named, async (personId, { reference }, form) => {
  const now = new Date();
  const who = await whoCouldGoOn(personId, reference, now);
  const changed = who && (await pageChanged(form, leavingShown(who)));
  if (changed) return changed;
  await sayLeaving(personId, reference, true, now);
  return { goTo: "/account/family?said=leaves" };
});

export const stayAfterAllAction = asFamily(named, async (personId, { reference }) => {
  await sayLeaving(personId, reference, false, new Date());
  return { goTo: "/account/family" };
});
