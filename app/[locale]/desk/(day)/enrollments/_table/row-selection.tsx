"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { getSelectionKey } from "./stored-selection";

type Props = {
  /** Query of the list. */
  list: string;
  /** The rows of this page. */
  shown: string[];
  /** Selected on other pages, without scripts. */
  elsewhere: string[];
  texts: { none: string; one: string; many: string; page: string; clear: string };
};

const listCheckboxes = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("input[type=checkbox][name=row]"),
];

/**
 * Counts the selected rows of all pages, and selects this page or nothing. With scripts the tab's session
 * storage keeps them across pages; without, the form does.
 */
export function RowSelection({ list, shown, elsewhere, texts }: Props) {
  const here = useRef<HTMLDivElement>(null);
  const [others, setOthers] = useState(elsewhere);
  const [onPage, setOnPage] = useState<number>();
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const kept: unknown = JSON.parse(sessionStorage.getItem(getSelectionKey(list)) ?? "null");
    const all = Array.isArray(kept) ? (kept as string[]) : undefined;
    if (all) {
      for (const box of listCheckboxes(form)) box.checked = all.includes(box.value);
      setOthers(all.filter((one) => !shown.includes(one)));
    }
    const count = () => {
      const ticked = listCheckboxes(form).flatMap(({ checked, value }) => (checked ? [value] : []));
      const ofPage = form.querySelector<HTMLInputElement>("[data-page-box]");
      if (ofPage) ofPage.checked = ticked.length === shown.length;
      setOnPage(ticked.length);
      return ticked;
    };
    const keep = () => {
      const beside = form.querySelectorAll<HTMLInputElement>("input[type=hidden][name=row]");
      const ticked = [...[...beside].map(({ value }) => value), ...count()];
      sessionStorage.setItem(getSelectionKey(list), JSON.stringify(ticked));
    };
    count();
    form.addEventListener("change", keep);
    return () => form.removeEventListener("change", keep);
  }, [list, shown]);

  const tick = (checked: boolean) => {
    const form = here.current?.closest("form");
    if (!form) return;
    for (const box of listCheckboxes(form)) box.checked = checked;
    if (!checked) setOthers([]);
    // After React has removed the rows of other pages.
    requestAnimationFrame(() => form.dispatchEvent(new Event("change")));
  };
  const count = others.length + (onPage ?? 0);
  return (
    <div
      ref={here}
      data-idle={count === 0 ? "" : undefined}
      className="flex grow flex-wrap items-center gap-x-4 gap-y-2"
    >
      {others.map((reference) => (
        <input key={reference} type="hidden" name="row" value={reference} />
      ))}
      <p aria-live="polite">
        {count === 0 ? texts.none : `${count} ${count === 1 ? texts.one : texts.many}`}
      </p>
      <Button variant="secondary" name="which" value="page" onClick={onClickOnly(() => tick(true))}>
        {texts.page}
      </Button>
      {count > 0 && (
        <Button variant="secondary" name="which" value="none" onClick={onClickOnly(() => tick(false))}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}

/** The checkbox in the table's head; without scripts a button does it. */
export function PageBox({ label }: { label: string }) {
  const [runs, setRuns] = useState(false);
  useEffect(() => setRuns(true), []);
  const name = <span className="sr-only">{label}</span>;
  if (!runs) return name;
  return (
    <label className="flex min-h-target min-w-target cursor-pointer items-center justify-center max-md:hidden md:pointer-fine:min-h-6 md:pointer-fine:min-w-7">
      {name}
      <input
        type="checkbox"
        data-page-box=""
        className="size-4 cursor-pointer"
        onChange={({ currentTarget: { form, checked } }) => {
          if (!form) return;
          for (const box of listCheckboxes(form)) box.checked = checked;
          form.dispatchEvent(new Event("change"));
        }}
      />
    </label>
  );
}

/** With scripts nothing is submitted. */
const onClickOnly = (work: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  work();
};
