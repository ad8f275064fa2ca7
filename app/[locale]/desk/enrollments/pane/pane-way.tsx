import { useTranslations } from "next-intl";
import { Choice, Submit, TextArea } from "@/components/action/fields";
import { Key } from "@/components/desk/key";
import { leftIn } from "@/components/desk/left-in";
import type { Option } from "@/components/ui/select";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { DeskForm, useKeptForm } from "../../desk-form";
import { decideAction } from "../[reference]/decide/[state]/actions";
import { MailPreview, OnceSeen, Version } from "../[reference]/mail-preview";
import { WayFold } from "./way-fold";

type Props = {
  to: "waiting" | "rejected";
  decisions: DecisionHistory;
  reasons?: Option[];
  tell: string;
  hasNext: boolean;
};

/** A decision that is made beside the list once it was seen there what the family gets (desk 11, 35). */
export function PaneWay({ to, decisions: { standing, wishes }, reasons, tell, hasNext }: Props) {
  const t = useTranslations("decisions");
  const kept = useKeptForm();
  const name = `decide-${to}`;
  const shortcut = to === "waiting" ? "w" : undefined;
  return (
    <DeskForm name={name} action={decideAction}>
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="tell" value={tell} />
      <Version version={standing.version} />
      <WayFold
        summary={
          <>
            {t(`actions.${to}`)}
            {shortcut && <Key>{shortcut}</Key>}
          </>
        }
        shortcut={shortcut}
        open={kept === name}
        looks={to === "waiting"}
      >
        {to === "waiting" ? (
          <Choice
            name="place"
            label={t("form.place")}
            options={wishes.map(({ name, specialityId, syllabusId, ...left }) => ({
              value: `${specialityId ?? ""}/${syllabusId ?? ""}`,
              label: `${name} · ${t("form.left", leftIn(left))}`,
            }))}
          />
        ) : (
          <>
            <Choice
              name="reason"
              label={t("form.reason")}
              blank={t("form.chooseReason")}
              options={reasons ?? []}
            />
            <TextArea name="words" rows={3} maxLength={2000} label={t("form.words")} />
          </>
        )}
        <div className="mb-3 flex flex-wrap gap-2">
          <OnceSeen
            first={undefined}
            before={
              <Submit look="secondary" name="intent" value="look">
                {t("form.look")}
              </Submit>
            }
          >
            <Submit look="secondary" name="intent" value={hasNext ? "next" : "decide"}>
              {t(hasNext ? "form.andNext" : `actions.${to}`)}
            </Submit>
          </OnceSeen>
        </div>
        <MailPreview first={undefined} words={{ title: t("form.previewTitle"), nobody: t("form.nobody") }} />
      </WayFold>
    </DeskForm>
  );
}
