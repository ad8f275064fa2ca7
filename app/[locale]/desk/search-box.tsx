"use client";

import { ActionForm, useField } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";

type Props = {
  action: FormAction;
  words: DeskWords;
  says: { label: string; hint: string; find: string };
};

/** One box for references, names, e-mails, documents and phones; it posts, so that no address has the words. */
export function SearchBox({ action, words, says: { label, hint, find } }: Props) {
  return (
    <search className="min-w-0 grow basis-64 py-1.5">
      <ActionForm name="search" action={action} words={words} className="flex gap-2">
        <Words label={label} hint={hint} />
        <button
          type="submit"
          className="min-h-target cursor-pointer rounded-control border-2 border-line bg-surface px-4 text-base font-semibold hover:border-accent"
        >
          {find}
        </button>
      </ActionForm>
    </search>
  );
}

function Words({ label, hint }: Pick<Props["says"], "label" | "hint">) {
  const { key, defaultValue } = useField("words");
  return (
    <label className="min-w-0 grow">
      <span className="sr-only">{label}</span>
      <input
        key={key}
        name="words"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={hint}
        defaultValue={defaultValue}
        className="block min-h-target w-full rounded-control border-2 border-line bg-surface px-3 text-base text-ink placeholder:text-muted"
      />
    </label>
  );
}
