"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { globe } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import {
  LANGUAGE_FIELD,
  type Locale,
  languageNames,
  locales,
  splitPath,
  toLocalizedPath,
} from "@/lib/i18n/locales";
import { STEP_FORM } from "../wizard/step-form-id";

type Props = {
  label: string;
  /** Whether the server rendered a step of the wizard. */
  withForm: boolean;
};

/**
 * Links to the page and its query in the other languages. On a step of the wizard they are submit buttons, so that
 * unsaved input is kept, also without scripts (W38).
 */
export function LanguageSwitch({ label, withForm }: Props) {
  const { locale: current, path } = splitPath(usePathname());
  const query = String(useSearchParams());
  const form = useStepForm(withForm);
  const nav = useFocusOnReturn();
  return (
    <nav ref={nav} aria-label={label} className="print:hidden">
      <Menu icon={globe} label={<CurrentLanguage label={label} locale={current} />}>
        <ul>
          {locales.map((locale) => {
            const item = { lang: locale, "aria-current": locale === current ? ("true" as const) : undefined };
            return (
              <li key={locale}>
                {form ? (
                  <button
                    {...item}
                    type="submit"
                    form={STEP_FORM}
                    name={LANGUAGE_FIELD}
                    value={locale}
                    onClick={() => {
                      languageChosen = true;
                    }}
                    className="menu-item"
                  >
                    {languageNames[locale]}
                  </button>
                ) : (
                  <a
                    {...item}
                    href={toLocalizedPath(locale, path) + (query && `?${query}`)}
                    hrefLang={locale}
                    className="menu-item"
                  >
                    {languageNames[locale]}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      </Menu>
    </nav>
  );
}

const CurrentLanguage = ({ label, locale }: { label: string; locale: Locale }) => (
  <>
    <span className="sr-only">{label}: </span>
    <span className="uppercase">{locale}</span>
  </>
);

/** The next page is a new document, so React state would be lost. */
let languageChosen = false;

/** WCAG 3.2.2: keeps focus on the language after the page has loaded. */
function useFocusOnReturn() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!languageChosen) return;
    languageChosen = false;
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return nav;
}

/**
 * Enter presses a form's first submit button in document order. This hidden one precedes the languages, so
 * that Enter means Continue.
 */
export function DefaultSubmitButton({ withForm }: Pick<Props, "withForm">) {
  if (!useStepForm(withForm)) return null;
  return (
    <button
      type="submit"
      form={STEP_FORM}
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only print:hidden"
    />
  );
}

/** The layout survives client navigation, so this looks for the form on each page. */
function useStepForm(withForm: boolean): boolean {
  const pathname = usePathname();
  const [hasForm, setHasForm] = useState(withForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => setHasForm(document.getElementById(STEP_FORM) !== null), [pathname]);
  return hasForm;
}
