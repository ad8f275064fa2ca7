"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { changeLogo, changeSetting, SettingOvertaken } from "@/lib/office/school";
import { typed } from "@/lib/platform/typed";
import { asStaff } from "../act";
import { readLogo, readSetting } from "./schema";

/** Saves one setting; with `intent=look` its page shows what it would look like. */
export async function settingAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const { intent, ...wanted } = await readSetting(form);
    if (intent === "look") return {};
    try {
      await changeSetting(wanted, actor);
    } catch (error) {
      if (!(error instanceof SettingOvertaken)) throw error;
      return overtaken(error, form);
    }
    return { goTo: `/desk/settings?said=setting&saidOf=${wanted.name}` };
  });
}

/** Whoever is told what somebody has set meanwhile has seen it: saved once more, theirs counts. */
async function overtaken({ name, now, by }: SettingOvertaken, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.settings");
  const words = t("overtaken", { who: by?.name ?? t("service"), now: now || t("none") });
  return { problems: [{ field: name, words }], values: { ...typed(form), was: [now] } };
}

/** Shows another logo, or none. */
export async function logoAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    await changeLogo(await readLogo(form), actor);
    return { goTo: "/desk/settings?said=setting&saidOf=logo" };
  });
}
