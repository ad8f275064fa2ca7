import { useTranslations } from "next-intl";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { PostForm } from "@/components/site/post-form";
import { Link } from "@/lib/i18n/navigation";
import { SearchBox } from "./search-box";

const addresses = {
  waiting: "/desk",
  enrollments: "/desk/enrollments",
  waitingList: "/desk/waiting-list",
  places: "/desk/places",
  tell: "/desk/tell",
  staff: "/desk/staff",
  audit: "/desk/audit",
  data: "/desk/data",
} as const;

type Props = {
  name: string;
  role: string;
  pages: (keyof typeof addresses)[];
  signOut: () => Promise<never>;
  search: FormAction;
  words: DeskWords;
};

/** The desk's own way around, under the school's name: its pages, and who is signed in. */
export function DeskBar({ name, role, pages, signOut, search, words }: Props) {
  const t = useTranslations("desk.bar");
  return (
    <div className="border-b border-hairline bg-tint print:hidden">
      <div className="mx-auto flex max-w-desk flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6">
        <nav aria-label={t("nav")}>
          <ul className="flex flex-wrap gap-x-4 max-sm:text-small sm:gap-x-5">
            {pages.map((page) => (
              <li key={page}>
                <Link
                  href={addresses[page]}
                  prefetch={false}
                  className="inline-flex min-h-target items-center font-semibold"
                >
                  {t(`pages.${page}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchBox
          action={search}
          words={words}
          says={{ label: t("search"), hint: t("searchHint"), find: t("find") }}
        />
        <div className="flex flex-wrap items-center gap-x-4 text-small max-sm:w-full max-sm:justify-between">
          <Link href="/desk/me" prefetch={false} className="inline-flex min-h-target items-center">
            <bdi>{name}</bdi>
            <span className="sr-only">: {t("me")}</span>
          </Link>
          <span className="text-muted max-sm:hidden">{role}</span>
          <PostForm action={signOut}>
            <button
              type="submit"
              className="text-base min-h-target cursor-pointer text-accent underline underline-offset-4 hover:decoration-2"
            >
              {t("signOut")}
            </button>
          </PostForm>
        </div>
      </div>
    </div>
  );
}
