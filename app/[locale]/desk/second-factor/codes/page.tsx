import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { codesKeptAction } from "../../me-actions";
import { heldHere, leaveFor, requireStaff } from "../../session";

export default orAway(async function Page() {
  await requireStaff();
  const [t, held] = await Promise.all([getTranslations("desk.factor.codes"), heldHere()]);
  if (!held) return leaveFor("/desk");
  return (
    <Column>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <p className="mb-5 max-w-measure">{t("lead")}</p>
      <ul className="mb-7 grid max-w-measure gap-x-8 gap-y-2 rounded-card border border-hairline bg-surface p-5 font-mono text-small sm:grid-cols-2">
        {(held.fields.codes?.[0] ?? "").split(" ").map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <PostForm action={codesKeptAction}>
        <Button>{t("submit")}</Button>
      </PostForm>
    </Column>
  );
});
