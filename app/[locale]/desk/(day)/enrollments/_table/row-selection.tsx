"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { getSelectionKey } from "./stored-selection";

type Props = {
  /** Query of the list. */
  list: string;
  /** The rows of this page. */
  references: string[];
  /** Selected on other pages, without scripts. */
  onOtherPages: string[];
  texts: { none: string; one: string; many: string; page: string; clear: string };
};

const listCheckboxes = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("input[type=checkbox][name=row]"),
];

/**
 * Counts the selected rows of all pages, and selects this page or nothing. With scripts the tab's session
 * storage keeps them across pages; without, the form does.
 */
export function RowSelection({ list, references, onOtherPages, texts }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [otherRows, setOtherRows] = useState(onOtherPages);
  const [pageCount, setPageCount] = useState<number>();
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    const saved: unknown = JSON.parse(sessionStorage.getItem(getSelectionKey(list)) ?? "null");
    const selection = Array.isArray(saved) ? (saved as string[]) : undefined;
    if (selection) {
      for (const box of listCheckboxes(form)) box.checked = selection.includes(box.value);
      setOtherRows(selection.filter((row) => !references.includes(row)));
    }
    const count = () => {
      const selected = listCheckboxes(form).flatMap(({ checked, value }) => (checked ? [value] : []));
      const pageCheckbox = form.querySelector<HTMLInputElement>("[data-page-box]");
      if (pageCheckbox) pageCheckbox.checked = selected.length === references.length;
      setPageCount(selected.length);
      return selected;
    };
    const save = () => {
      const hiddenRows = form.querySelectorAll<HTMLInputElement>("input[type=hidden][name=row]");
      const ticked = [...[...hiddenRows].map(({ value }) => value), ...count()];
      sessionStorage.setItem(getSelectionKey(list), JSON.stringify(ticked));
    };
    count();
    form.addEventListener("change", save);
    return () => form.removeEventListener("change", save);
  }, [list, references]);

  const select = (checked: boolean) => {
    const form = element.current?.closest("form");
    if (!form) return;
    for (const box of listCheckboxes(form)) box.checked = checked;
    if (!checked) setOtherRows([]);
    // After React has removed the rows of other pages.
    requestAnimationFrame(() => form.dispatchEvent(new Event("change")));
  };
  const count = otherRows.length + (pageCount ?? 0);
  return (
    <div
      ref={element}
      data-idle={count === 0 ? "" : undefined}
      className="flex grow flex-wrap items-center gap-x-2"
    >
      {otherRows.map((reference) => (
        <input key={reference} type="hidden" name="row" value={reference} />
      ))}
      <p aria-live="polite">
        {count === 0 ? texts.none : `${count} ${count === 1 ? texts.one : texts.many}`}
      </p>
      <Button
        variant="quiet"
        name="which"
        value="page"
        className="md:not-noscript:hidden" // the checkbox in the table's head
        onClick={onClickOnly(() => select(true))}
      >
        {texts.page}
      </Button>
      {count > 0 && (
        <Button variant="quiet" name="which" value="none" onClick={onClickOnly(() => select(false))}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}

/** The checkbox in the table's head; without scripts a button does it. */
export function PageCheckbox({ label }: { label: string }) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const name = <span className="sr-only">{label}</span>;
  if (!isHydrated) return name;
  return (
    <label className="flex min-h-target min-w-target cursor-pointer items-center justify-center md:pointer-fine:min-h-6 md:pointer-fine:min-w-7">
      {name}
      <input
        type="checkbox"
        data-page-box=""
        className="size-4 cursor-pointer max-md:hidden"
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
const onClickOnly = (run: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  run();
};
