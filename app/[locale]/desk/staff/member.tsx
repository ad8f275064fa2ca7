import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Choice } from "@/components/action/fields";
import { Button } from "@/components/ui/button";
import type { Option } from "@/components/ui/select";
import type { ListedMember } from "@/lib/people/staff/members";

type Props = {
  member: ListedMember;
  /** Until when the invitation works. */
  until: string | null;
  isSelf: boolean;
  roles: Option[];
  words: DeskWords;
  actions: { changeRole: FormAction; remove: FormAction; resetFactor: FormAction };
};

/** Somebody at the desk, with what an administrator may change. */
export function Member({ member, until, isSelf, roles, words, actions }: Props) {
  const t = useTranslations("desk.staff");
  const { id, email, name, role, accepted, hasFactor } = member;
  const state = accepted
    ? t(hasFactor ? "withFactor" : "withoutFactor")
    : t("invited", { until: until ?? "–" });
  const button = (what: "factor" | "remove", action: FormAction, label: string) => (
    <ActionForm name={`${what}-${id}`} action={action} words={words}>
      <input type="hidden" name="member" value={id} />
      <Button look="quiet">
        {label}
        <span className="sr-only">: {email}</span>
      </Button>
    </ActionForm>
  );
  return (
    <li className="border-b border-hairline py-4">
      <p className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{name ?? email}</bdi> {isSelf && <span className="font-normal text-muted">{t("you")}</span>}
      </p>
      <p className="text-small text-muted [overflow-wrap:anywhere]">
        {name && `${email} · `}
        {t(`roles.${role}`)} · {state}
      </p>
      <details open={words.held?.form === `role-${id}`} className="mt-1">
        <summary className="inline-block min-h-target cursor-pointer py-2 text-small text-accent underline underline-offset-4">
          {t("change")}
          <span className="sr-only">: {email}</span>
        </summary>
        <ActionForm
          name={`role-${id}`}
          action={actions.changeRole}
          words={words}
          className="flex flex-wrap items-end gap-x-4"
        >
          <input type="hidden" name="member" value={id} />
          <Choice name={`role-${id}`} label={t("role")} options={roles} defaultValue={role} />
          <Button look="secondary" className="mb-7">
            {t("setRole")}
          </Button>
        </ActionForm>
        <div className="flex flex-wrap gap-x-8">
          {hasFactor && button("factor", actions.resetFactor, t("resetFactor"))}
          {button("remove", actions.remove, t("remove"))}
        </div>
      </details>
    </li>
  );
}
