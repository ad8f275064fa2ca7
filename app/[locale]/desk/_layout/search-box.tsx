"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ActionForm, useFormField } from "@/components/forms/action-form";
import type { FormAction, FormTextsWithSavedForm } from "@/components/forms/action-state";
import { Button } from "@/components/ui/controls/button";
import { controlClass } from "@/components/ui/controls/input";
import { Icon } from "@/components/ui/icons/icon";
import { search as magnifier } from "@/components/ui/icons/paths";
import { splitPath } from "@/lib/i18n/locales";

type Props = {
  action: FormAction;
  texts: FormTextsWithSavedForm;
  labels: { label: string; hint: string; find: string };
  /** The search whose results are shown. */
  search?: string;
};

/** Above the page; the list has its search beside the title. */
export function DeskTools({ children }: { children: ReactNode }) {
  if (splitPath(usePathname()).path === "/desk/enrollments") return <div className="h-3" />;
  return (
    <div
      className="desk-column flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4 pb-6 max-[35rem]:[&>search]:basis-full print:hidden"
      data-frame=""
    >
      {children}
    </div>
  );
}

/**
 * Searches references, names, e-mails, documents and phones. It posts, so that addresses contain no
 * personal data.
 */
export function SearchBox({ action, texts, labels: { label, hint, find }, search }: Props) {
  return (
    <search className="min-w-0 flex-1">
      <ActionForm name="search" action={action} texts={texts} className="flex gap-3">
        <SearchField label={label} hint={hint} search={search} />
        <Button variant="secondary">{find}</Button>
      </ActionForm>
    </search>
  );
}

function SearchField({ label, hint, search }: Omit<Props["labels"], "find"> & Pick<Props, "search">) {
  const { key, defaultValue } = useFormField("words", search);
  return (
    <span key={`${key} ${search}`} className="search">
      <Icon d={magnifier} />
      <input
        type="search"
        name="words"
        aria-label={label}
        autoComplete="off"
        data-key="/"
        maxLength={200}
        placeholder={hint}
        defaultValue={defaultValue}
        className={controlClass}
      />
    </span>
  );
}
