"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useActionFormState } from "@/components/forms/action-form";
import { StepContext } from "@/components/wizard/step/step-context";
import type { FormField, RawInput } from "@/lib/wizard/types";

type Props = {
  /** Initial values. */
  input: RawInput;
  optional: string;
  /** Query parameters by control, for fields on which other texts depend. */
  queryKeys: Partial<Record<FormField, string>>;
  /** Whether a reload would keep the session. */
  canReload: () => Promise<boolean>;
  children: ReactNode;
};

/** A step of the wizard in a form of the account. */
export function ChoicesFields({ input, optional, queryKeys, canReload, children }: Props) {
  const router = useRouter();
  const { state, errorPrefix, pending } = useActionFormState();
  const sending = useRef(false);
  useEffect(() => {
    sending.current = pending;
  }, [pending]);
  const submitted =
    state.values &&
    Object.fromEntries(Object.entries(state.values).map(([name, [value = ""]]) => [name, value]));
  const problems = (state.problems ?? []).flatMap(({ field, text }) => (field ? [[field, { text }]] : []));
  const onInput = async ({ target }: FormEvent<HTMLDivElement>) => {
    const { dataset, form } = target as HTMLSelectElement;
    if (dataset.refreshes === undefined || !form || !(await canReload().catch(() => false))) return;
    if (sending.current) return; // a navigation would discard the answer of the form that was sent meanwhile
    const data = new FormData(form);
    const query = Object.entries(queryKeys).map(([field, name]) => [name, String(data.get(field) ?? "")]);
    router.replace(`?${new URLSearchParams(query)}`, { scroll: false });
  };
  return (
    <StepContext
      value={{
        texts: { optional, errorPrefix },
        isFinal: false,
        input: submitted ?? input,
        problems: Object.fromEntries(problems),
      }}
    >
      {/* React resets the form after an action; the key mounts it again with the input. */}
      <div key={state.id ?? 0} onInput={onInput}>
        {children}
      </div>
    </StepContext>
  );
}
