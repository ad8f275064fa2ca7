import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { Column, Title } from "@/components/site/page";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { listUnsavedCodes } from "@/lib/people/staff/recovery-codes";
import { deskPath, leaveFor, requireOpen } from "../../session";
import { codesKeptAction } from "./actions";

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/second-factor/codes">) {
  const session = await requireOpen();
  const { to } = await searchParams;
  if (!session.hasNewCodes) return leaveFor(deskPath(to));
  const [t, codes] = await Promise.all([getTranslations("desk.factor.codes"), listUnsavedCodes(session.actor.id)]);
  return (
    <Column>
      <div className="max-w-md">
        <title>{t("title")}</title>
        <Title>{t("title")}</Title>
        <p className="mb-5">{t("lead")}</p>
        <ul className="card mb-6 grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-small">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <PostForm action={codesKeptAction}>
          <input type="hidden" name="to" value={deskPath(to)} />
          <Button>{t("submit")}</Button>
        </PostForm>
      </div>
    </Column>
  );
});
