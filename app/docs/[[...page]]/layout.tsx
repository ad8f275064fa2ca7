import { withOpenGraph } from "@/app/open-graph";
import { DocumentHead, SkipLink } from "@/components/layout/document-head";
import { ProductLogo } from "@/components/layout/product-logo";
import { Icon } from "@/components/ui/icons/icon";
import { bookOpen, circleAlert, fileText, globe, history, house, webhook } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import { type DocsText, getDocsText } from "@/lib/i18n/docs/docs-text";
import { getDocsPath, type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { getMarkdownPath, guideNames } from "../guide-markdown";
import { docsPages, parseDocsPath } from "../parse-docs-path";
import "../../globals.css";
import "../docs.css";

export const dynamic = "force-dynamic"; // the nonce differs per response

export const generateMetadata = () => withOpenGraph({});

export default async function Layout({ children, params }: LayoutProps<"/docs/[[...page]]">) {
  const { language, page } = parseDocsPath((await params).page);
  const texts = getDocsText(language);
  const guide = guideNames.find((name) => name === page);
  const getPath = (name: string, to = language) => `${getDocsPath(to)}${name === "start" ? "" : `/${name}`}`;

  return (
    <html lang={language}>
      <DocumentHead />
      <body data-dense="" className="flex min-h-dvh flex-col">
        <SkipLink>{texts.skip}</SkipLink>
        <header className="site-header print:hidden">
          <div className="site-row w-[min(100%-2.5rem,84rem)]">
            <a href={getPath("start")} className="school-name">
              <ProductLogo />
              <span>{texts.title}</span>
            </a>
            <nav aria-label={texts.language}>
              <Languages
                language={language}
                texts={texts}
                getPath={(locale) => getPath(page ?? "start", locale)}
              />
            </nav>
          </div>
        </header>
        <div className="docs-shell">
          <nav aria-label={texts.title} className="docs-pages side-nav">
            {docsPages.map((name) => (
              <a key={name} href={getPath(name)} aria-current={name === page ? "page" : undefined}>
                <Icon d={icons[name]} />
                {texts.pages[name]}
              </a>
            ))}
            {guide && (
              <a href={getMarkdownPath(guide, language)} type="text/markdown">
                <Icon d={fileText} />
                {texts.markdown}
              </a>
            )}
            <a href="/llms.txt">
              <Icon d={fileText} />
              llms.txt
            </a>
            <a href="/">
              <Icon d={house} />
              {texts.home}
            </a>
          </nav>
          <main id="main" tabIndex={-1} className="min-w-0">
            {children}
          </main>
        </div>
      </body>
    </html>
  );
}

const icons = { start: bookOpen, reference: webhook, errors: circleAlert, changelog: history };

type LanguagesProps = { language: Locale; texts: DocsText; getPath: (locale: Locale) => string };

const Languages = ({ language, texts, getPath }: LanguagesProps) => (
  <Menu
    icon={globe}
    label={
      <>
        <span className="sr-only">{texts.language}: </span>
        <span className="uppercase">{language}</span>
      </>
    }
  >
    {locales.map((locale) => (
      <a
        key={locale}
        href={getPath(locale)}
        hrefLang={locale}
        lang={locale}
        aria-current={locale === language ? "true" : undefined}
        className="menu-item"
      >
        {languageNames[locale]}
      </a>
    ))}
  </Menu>
);
