"use client";

import { ActionForm, useFormField } from "@/components/forms/action-form";
import type { FormAction, FormTextsWithSavedForm } from "@/components/forms/action-state";
import { Button } from "@/components/ui/controls/button";
import { SearchInput } from "@/components/ui/controls/search-input";

type Props = {
  action: FormAction;
  words: FormTextsWithSavedForm;
  says: { label: string; hint: string; find: string };
};

/** One box for references, names, e-mails, documents and phones; it posts, so that no address has the words. */
export function SearchBox({ action, words, says: { label, hint, find } }: Props) {
  return (
    <search className="min-w-0 flex-1">
      <ActionForm name="search" action={action} words={words} className="flex gap-3">
        <Words label={label} hint={hint} />
        <Button look="secondary">{find}</Button>
      </ActionForm>
    </search>
  );
}

function Words({ label, hint }: Pick<Props["says"], "label" | "hint">) {
  const { key, defaultValue } = useFormField("words");
  return (
    <SearchInput
      key={key}
      label={label}
      name="words"
      data-key="/"
      maxLength={200}
      placeholder={hint}
      defaultValue={defaultValue}
    />
  );
}
