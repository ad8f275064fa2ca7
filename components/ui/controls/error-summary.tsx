"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../icons/icon";
import { circleAlert } from "../icons/paths";

/** `remedy`: where it goes on otherwise. */
export type SummaryError = { href: string; words: string; remedy?: { href: string; words: string } };

type Props = {
  title: string;
  problems: SummaryError[];
  /** What Continue was answered: a new answer is announced again. */
  answer?: unknown;
  /** What is not about a field. */
  children?: ReactNode;
};

/** What is wrong on the page, focused as soon as it appears; each entry leads to its field. */
export function ErrorSummary({ title, problems, answer = problems, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is the trigger
  useEffect(() => box.current?.focus(), [answer]);

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
        {problems.map(({ href, words, remedy }) => (
          <li key={`${href} ${words}`}>
            <a
              href={href}
              onClick={(event) => focusField(event, href)}
              className="inline-flex min-h-target items-center"
            >
              {words}
            </a>
            {remedy && (
              <a href={remedy.href} className="flex min-h-target items-center pl-5">
                {remedy.words}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Brings the label (or legend) into view with the field, not the field alone under the edge. */
function focusField(event: React.MouseEvent, href: string) {
  const field = document.getElementById(href.slice(1));
  if (!field) return;
  event.preventDefault();
  const label = field.closest("fieldset") ?? document.querySelector(`label[for="${field.id}"]`) ?? field;
  label.scrollIntoView();
  field.focus({ preventScroll: true });
}
