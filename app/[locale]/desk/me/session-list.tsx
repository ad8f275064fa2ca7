import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/site/post-form";
import { Button } from "@/components/ui/button";
import { browserOf } from "./browser-of";

type Session = { id: string; browser: string; since: string; used: string; isThis: boolean };

type Props = { sessions: Session[]; end: ComponentProps<typeof PostForm>["action"] };

/** The browsers in which somebody is signed in, each with a way to end it. */
export function SessionList({ sessions, end }: Props) {
  const t = useTranslations("desk.sessions");
  return (
    <ul>
      {sessions.map(({ id, browser, since, used, isThis }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3"
        >
          <div>
            <p className="font-semibold">
              {browserOf(browser) ?? t("unknown")} {isThis && <span className="text-muted">{t("this")}</span>}
            </p>
            <p className="text-small text-muted">{t("times", { since, used })}</p>
          </div>
          <PostForm action={end}>
            <input type="hidden" name="session" value={id} />
            <Button look="secondary">{t("end")}</Button>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}
