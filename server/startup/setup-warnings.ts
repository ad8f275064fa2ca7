import { env } from "@/lib/platform/env";
import { readSettings, settingSchemas } from "@/lib/school/settings";

export async function getSetupWarnings(): Promise<string[]> {
  if (env.embedded) return [];
  const settings = await readSettings();
  const unset = (["school_name", "contact_email", "contact_phone", "contact_address"] as const).filter(
    (name) => settings[name] === settingSchemas[name].parse(undefined),
  );
  return [
    ...unset.map((name) => `${name} is still the demo school's. Set it: npm run setting -- set ${name} "…"`),
    ...(env.APP_URL?.startsWith("http://")
      ? ["APP_URL is not https: passwords would travel in the clear."]
      : []),
    ...(env.MAIL_TRANSPORT === "resend" && !env.RESEND_WEBHOOK_SECRET
      ? ["RESEND_WEBHOOK_SECRET is not set: nobody hears of bounced e-mails. docs/office/mail.md says how."]
      : []),
  ];
}
