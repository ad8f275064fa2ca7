"use client";

import { usePathname } from "next/navigation";
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
  /** Whether the page that the server rendered has a step's form. */
  withForm: boolean;
};

/**
 * The same page in the other languages: plain links, so that the whole page changes its language. Where
 * a step's form is on the page, buttons of it stand in their place and take along what has been typed
 * and not been saved yet, with and without JavaScript (W38).
 */
export function LanguageSwitch({ label, withForm }: Props) {
  const { locale: current, path } = splitPath(usePathname());
  const form = useStepForm(withForm);
  const nav = useFocusOnReturn();
  return (
    <nav ref={nav} aria-label={label} className="print:hidden">
      <Menu icon={globe} label={<Current label={label} locale={current} />}>
        <ul>
          {locales.map((locale) => {
            const same = { lang: locale, "aria-current": locale === current ? ("true" as const) : undefined };
            return (
              <li key={locale}>
                {form ? (
                  <button
                    {...same}
                    type="submit"
                    form={STEP_FORM}
                    name={LANGUAGE_FIELD}
                    value={locale}
                    onClick={() => {
                      pressed = true;
                    }}
                    className="menu-item"
                  >
                    {languageNames[locale]}
                  </button>
                ) : (
                  <a {...same} href={toLocalizedPath(locale, path)} hrefLang={locale} className="menu-item">
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

const Current = ({ label, locale }: { label: string; locale: Locale }) => (
  <>
    <span className="sr-only">{label}: </span>
    <span className="uppercase">{locale}</span>
  </>
);

/** Whether a language was asked for: the page that comes is another document to React. */
let pressed = false;

/** Focus stays where the language was asked for, also when the page says what is wrong (WCAG 3.2.2). */
function useFocusOnReturn() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pressed) return;
    pressed = false;
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector<HTMLElement>("summary")?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return nav;
}

/**
 * Enter in a field presses its form's first button in the order of the page. This one stands before the
 * languages, unseen, so that Enter means Continue.
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

/** The layout stays when a page leads to another without a load, so it looks again at each. */
function useStepForm(withForm: boolean): boolean {
  const pathname = usePathname();
  const [present, setPresent] = useState(withForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the trigger
  useEffect(() => setPresent(document.getElementById(STEP_FORM) !== null), [pathname]);
  return present;
}
