"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { LANGUAGE, languageNames, locales } from "@/lib/i18n/locales";
import { localizedPath, splitPath } from "@/lib/i18n/paths";
import { STEP_FORM } from "./step-form-id";

const look =
  "min-h-target cursor-pointer items-center px-2 text-small aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline";
const linkLook = "inline-flex";
const buttonLook =
  "inline-flex text-accent underline decoration-1 underline-offset-[0.16em] hover:text-accent-strong hover:decoration-2";

type Props = {
  label: string;
  place: Place;
  /** Whether the page that the server rendered has a step's form. */
  withForm: boolean;
};

/**
 * The same page in the other languages: plain links, so that the whole page changes its language. Where
 * a step's form is on the page, buttons of it stand in their place and take along what has been typed
 * and not been saved yet, with and without JavaScript (W38).
 */
export function LanguageSwitch({ label, place, withForm }: Props) {
  const { locale: current, path } = splitPath(usePathname());
  const form = useStepForm(withForm);
  const nav = useFocusOnReturn(place);
  return (
    <nav ref={nav} aria-label={label} className="print:hidden">
      <ul className="-mx-2 flex flex-wrap">
        {locales.map((locale) => {
          const same = { lang: locale, "aria-current": locale === current ? ("true" as const) : undefined };
          return (
            <li key={locale}>
              {form ? (
                <button
                  {...same}
                  type="submit"
                  form={STEP_FORM}
                  name={LANGUAGE}
                  value={locale}
                  onClick={() => {
                    pressed = place;
                  }}
                  className={cn(look, buttonLook)}
                >
                  {languageNames[locale]}
                </button>
              ) : (
                <a
                  {...same}
                  href={localizedPath(locale, path)}
                  hrefLang={locale}
                  className={cn(look, linkLook)}
                >
                  {languageNames[locale]}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type Place = "header" | "footer";

/** Where a language was asked for last: the page that comes is another document to React. */
let pressed: Place | undefined;

/** Focus stays where the language was asked for, also when the page says what is wrong (WCAG 3.2.2). */
function useFocusOnReturn(place: Place) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pressed !== place) return;
    pressed = undefined;
    const frame = requestAnimationFrame(() =>
      nav.current?.querySelector<HTMLElement>("button[aria-current]")?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [place]);
  return nav;
}

/**
 * Enter in a field presses its form's first button in the order of the page. This one stands before the
 * languages, unseen, so that Enter means Continue.
 */
export function EnterMeansContinue({ withForm }: Pick<Props, "withForm">) {
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
