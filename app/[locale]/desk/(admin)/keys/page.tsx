import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { plus } from "@/components/ui/icons/paths";
import { listKeys } from "@/lib/desk/keys/queries";
import { KeyTable } from "./key-table";

/** API keys with permissions, usage and expiry (desk 29). */
export default defineDeskPage("manage_keys", "desk.keys", async ({ t, actor, query: { said } }) => {
  const keys = await listKeys(actor, new Date());
  const add = (
    <LinkButton href="/desk/keys/new">
      <Icon d={plus} />
      {t("add")}
    </LinkButton>
  );
  const revoked = keys.filter(({ state }) => state === "revoked");
  const others = keys.filter(({ state }) => state !== "revoked");
  return (
    <DeskPage title={t("title")} flash={said} intro={t("lead")}>
      {others.length === 0 ? (
        <EmptyState action={add}>{t("none")}</EmptyState>
      ) : (
        <>
          <p className="mb-5">{add}</p>
          <KeyTable caption={t("title")} keys={others} />
        </>
      )}
      {revoked.length > 0 && (
        <section aria-labelledby="revoked" className="mt-8">
          <h2 id="revoked" className="section-head">
            {t("revoked")}
          </h2>
          <KeyTable caption={t("revoked")} keys={revoked} />
        </section>
      )}
    </DeskPage>
  );
});
