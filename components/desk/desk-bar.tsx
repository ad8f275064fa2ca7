import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";

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
  signOut: () => Promise<void>;
  search: (form: FormData) => Promise<void>;
};

/** The desk's own way around, under the school's name: its pages, and who is signed in. */
export function DeskBar({ name, role, pages, signOut, search }: Props) {
  const t = useTranslations("desk.bar");
  return (
    <div className="border-b border-hairline bg-tint print:hidden">
      <div className="mx-auto flex max-w-desk flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6">
        <nav aria-label={t("nav")}>
          <ul className="flex flex-wrap gap-x-5">
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
        <SearchBox search={search} />
        <div className="flex flex-wrap items-center gap-x-4 text-small">
          <Link href="/desk/me" prefetch={false} className="inline-flex min-h-target items-center">
            <bdi>{name}</bdi>
            <span className="sr-only">: {t("me")}</span>
          </Link>
          <span className="text-muted">{role}</span>
          <form action={signOut}>
            <button
              type="submit"
              className="min-h-target cursor-pointer text-accent underline underline-offset-4 hover:decoration-2"
            >
              {t("signOut")}
            </button>
          </form>
        </div>
      </div>
    </div>
  );
}

/** One box for references, names, e-mails, documents and phones; it posts, so that no address has the words. */
function SearchBox({ search }: Pick<Props, "search">) {
  const t = useTranslations("desk.bar");
  return (
    <search className="min-w-0 grow basis-64 py-1.5">
      <form action={search} className="flex gap-2">
        <label className="min-w-0 grow">
          <span className="sr-only">{t("search")}</span>
          <input
            name="words"
            type="search"
            autoComplete="off"
            maxLength={200}
            placeholder={t("searchHint")}
            className="block min-h-target w-full rounded-control border-2 border-line bg-surface px-3 text-small text-ink placeholder:text-muted"
          />
        </label>
        <button
          type="submit"
          className="min-h-target cursor-pointer rounded-control border-2 border-line bg-surface px-4 text-small font-semibold hover:border-accent"
        >
          {t("find")}
        </button>
      </form>
    </search>
  );
}
