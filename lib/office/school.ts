import { z } from "zod";
import { recorded, settingChanged } from "@/lib/people/audit";
import { looseVerb } from "@/lib/people/verb";
import { saveLogo } from "@/lib/school/logo";
import { settingNames, writeSetting } from "@/lib/school/settings";

/** Changes one of the school's settings; that it was changed is recorded. @throws StaffRefusal, Refused, ZodError */
export const changeSetting = looseVerb(
  "setting_changed",
  "change_settings",
  z.object({ name: z.enum(settingNames), value: z.unknown() }),
  ({ actor }, { name, value }) => writeSetting(name, value, settingChanged(recorded(actor))),
);

/** Makes a file the school's logo, whose type and size it returns; null: the school shows its name alone. */
export const changeLogo = looseVerb(
  "logo_set",
  "change_settings",
  z.object({ file: z.instanceof(Buffer).nullable() }),
  ({ doing }, { file }) =>
    saveLogo(file, (tx) =>
      doing(tx).audit({ kind: "school", id: "logo" }, {}, file ? "logo_set" : "logo_removed"),
    ),
);
