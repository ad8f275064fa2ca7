import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { FoldedFields, ShownLink, Submit } from "@/components/action/fields";
import { keyRound, trash } from "@/components/ui/icons";
import type { ListedEndpoint } from "@/lib/office/keys/show-endpoint";

type Props = {
  endpoint: ListedEndpoint;
  actions: Record<"ping" | "replay" | "renew" | "remove", FormAction>;
  words: DeskWords;
};

/** Tries an endpoint, sends anew what failed, gives it another secret, or takes it away. */
export function EndpointForms({ endpoint: { id, failed, secret }, actions, words }: Props) {
  const t = useTranslations("desk.webhooks");
  const about = <input type="hidden" name="endpoint" value={id} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <ActionForm name="ping" action={actions.ping} words={words}>
          {about}
          <Submit look="secondary">{t("ping")}</Submit>
        </ActionForm>
        {failed > 0 && (
          <ActionForm name="replay" action={actions.replay} words={words}>
            {about}
            <Submit look="secondary">{t("replay", { count: failed })}</Submit>
          </ActionForm>
        )}
      </div>
      <div className="mb-8">
        <ActionForm name="renew" action={actions.renew} words={words}>
          <FoldedFields summary={t("renew.title")} icon={keyRound}>
            <p className="mb-4 max-w-measure">{t("renew.lead")}</p>
            <ShownLink words={t("secretOnce")} />
            {about}
            <input type="hidden" name="was" value={secret} />
            <Submit look="secondary">{t("renew.make")}</Submit>
          </FoldedFields>
        </ActionForm>
        <ActionForm name="remove" action={actions.remove} words={words}>
          <FoldedFields summary={t("remove.title")} icon={trash}>
            <p className="mb-4 max-w-measure">{t("remove.lead")}</p>
            {about}
            <Submit look="danger">{t("remove.do")}</Submit>
          </FoldedFields>
        </ActionForm>
      </div>
    </>
  );
}
