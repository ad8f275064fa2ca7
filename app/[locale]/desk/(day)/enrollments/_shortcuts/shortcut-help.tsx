import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icons/icon";
import { cross, keyboard } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";

/** In the order of use. */
const keys = [
  ["j", "next"],
  ["k", "previous"],
  ["a", "accept"],
  ["w", "wait"],
  ["x", "tick"],
  ["/", "search"],
  ["?", "help"],
] as const;

/** Lists the shortcuts, with a link to turn them off. */
export function ShortcutHelp() {
  const t = useTranslations("desk.shortcuts");
  return (
    <dialog id="keys" popover="auto" aria-labelledby="keys-title" className="card card-raised m-auto w-72">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="keys-title">{t("title")}</h2>
        <button type="button" popoverTarget="keys" className="cursor-pointer p-2">
          <Icon d={cross} />
          <span className="sr-only">{t("close")}</span>
        </button>
      </div>
      <dl className="mb-4">
        {keys.map(([key, labelKey]) => (
          <div key={key} className="flex justify-between gap-4 py-1">
            <dt>{t(labelKey)}</dt>
            <dd>
              <kbd className="key">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Link href="/desk/me">{t("turnOff")}</Link>
    </dialog>
  );
}

export function ShortcutHelpButton() {
  const t = useTranslations("desk.shortcuts");
  return (
    <button type="button" popoverTarget="keys" data-key="?" className="btn btn-quiet max-lg:hidden">
      <Icon d={keyboard} />
      <span className="sr-only">{t("title")}</span>
    </button>
  );
}
