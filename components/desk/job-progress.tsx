import { useTranslations } from "next-intl";
import { useId } from "react";
import { AutoRefresh } from "@/components/site/auto-refresh";
import { ProgressBar } from "@/components/ui/charts/progress-bar";
import { Link } from "@/lib/i18n/navigation";

type Props = { done: number; total: number; text: string; href: string };

export function JobProgress({ done, total, text, href }: Props) {
  const [t, id] = [useTranslations("desk.progress"), useId()];
  return (
    <div className="mb-8 max-w-column">
      <p id={id} role="status" className="mb-2 figures">
        {text}
      </p>
      <ProgressBar fraction={total === 0 ? 0 : done / total} />
      <progress aria-labelledby={id} value={done} max={Math.max(total, 1)} className="sr-only" />
      <p>
        <Link href={href} className="inline-flex min-h-target items-center">
          {t("again")}
        </Link>
      </p>
      <AutoRefresh intervalMs={2000} />
    </div>
  );
}
