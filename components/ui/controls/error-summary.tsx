"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../icons/icon";
import { circleAlert } from "../icons/paths";

/** `href`: its field, if any. `remedy`: a link to another way to continue. */
export type SummaryError = {
  href?: string | undefined;
  text: string;
  remedy?: { href: string; text: string };
};

type Props = {
  title: string;
  problems: SummaryError[];
  /** A new value announces the errors again. */
  focusKey?: unknown;
  /** Errors without a field. */
  children?: ReactNode;
};

/** Takes focus when it appears; each entry links to its field. */
export function ErrorSummary({ title, problems, focusKey = problems, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response
  useEffect(() => box.current?.focus(), [focusKey]);

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      data-error-summary
      className="problems mb-8"
    >
      <Icon d={circleAlert} />
      <h2 id="error-summary-title" className="mt-0.5">
        {title}
      </h2>
      <ul className="col-start-2 mt-1">
        {children && <li className="max-w-measure">{children}</li>}
        {problems.map(({ href, text, remedy }) => (
          <li key={`${href} ${text}`}>
            {href ? (
              <a
                href={href}
                onClick={(event) => focusField(event, href)}
                className="inline-flex min-h-target items-center"
              >
                {text}
              </a>
            ) : (
              text
            )}
            {remedy && (
              <a href={remedy.href} className="flex min-h-target items-center pl-5">
                {remedy.text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scrolls to the label, not only to the input. */
function focusField(event: React.MouseEvent, href: string) {
  const field = document.getElementById(href.slice(1));
  if (!field) return;
  event.preventDefault();
  const label = field.closest("fieldset") ?? document.querySelector(`label[for="${field.id}"]`) ?? field;
  label.scrollIntoView();
  field.focus({ preventScroll: true });
}
