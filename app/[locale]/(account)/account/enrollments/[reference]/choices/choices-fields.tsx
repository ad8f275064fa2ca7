"use client";

import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";
import { useActionFormState } from "@/components/forms/action-form";
import { StepContext } from "@/components/wizard/step/step-context";
import type { FormField, RawInput } from "@/lib/wizard/types";

type Props = {
  /** What its controls show before anything is sent. */
  typed: RawInput;
  optional: string;
  /** By which names the address says what the controls hold on which the page's other words depend. */
  told: Partial<Record<FormField, string>>;
  /** Whether the page may be asked for anew: it leads nobody away with what was typed. */
  mayLook: () => Promise<boolean>;
  children: ReactNode;
};

/** A question of the enrollment form in a form of the account, from which comes what it holds and what is wrong. */
export function ChoicesFields({ typed, optional, told, mayLook, children }: Props) {
  const router = useRouter();
  const { state, errorPrefix } = useActionFormState();
  const sent =
    state.values &&
    Object.fromEntries(Object.entries(state.values).map(([name, [value = ""]]) => [name, value]));
  const problems = (state.problems ?? []).flatMap(({ field, words }) => (field ? [[field, { words }]] : []));
  const onInput = async ({ target }: FormEvent<HTMLDivElement>) => {
    const { dataset, form } = target as HTMLSelectElement;
    if (dataset.refreshes === undefined || !form || !(await mayLook().catch(() => false))) return;
    const held = new FormData(form);
    const query = Object.entries(told).map(([field, name]) => [name, String(held.get(field) ?? "")]);
    router.replace(`?${new URLSearchParams(query)}`, { scroll: false });
  };
  return (
    <StepContext
      value={{
        words: { optional, errorPrefix },
        closed: false,
        typed: sent ?? typed,
        problems: Object.fromEntries(problems),
      }}
    >
      {/* What React has reset after the action is made anew with what was typed. */}
      <div key={state.at ?? 0} onInput={onInput}>
        {children}
      </div>
    </StepContext>
  );
}
