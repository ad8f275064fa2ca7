"use client";

import { useEffect, useRef } from "react";

const boxesOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("input[type=checkbox][name=row]"),
];

/** Ticks a page's rows again for whoever comes back to it; without JavaScript the browser does so itself. */
export function KeepTicks({ page }: { page: string }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const key = `ticked ${page}`;
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (Array.isArray(kept)) for (const box of boxesOf(form)) box.checked = kept.includes(box.value);
    const keep = () => {
      const ticked = boxesOf(form).filter(({ checked }) => checked);
      sessionStorage.setItem(key, JSON.stringify(ticked.map(({ value }) => value)));
    };
    form.addEventListener("change", keep);
    return () => form.removeEventListener("change", keep);
  }, [page]);
  return <span ref={here} hidden />;
}
