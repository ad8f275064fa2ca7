import type { ComponentProps, ReactNode } from "react";
import { describedBy, Fieldset, type FieldWords } from "./field";

export type Choice = { value: string; label: ReactNode; hint?: ReactNode };

type Props = FieldWords &
  Omit<ComponentProps<"input">, "id" | "defaultValue"> & {
    id: string;
    error?: string;
    choices: Choice[];
    defaultValue?: string;
  };

/** Native radio buttons as one question; the first has the question's id, so that an error leads to it. */
export function Radios({
  id,
  label,
  heading,
  hint,
  optional,
  errorPrefix,
  error,
  choices,
  defaultValue,
  ...control
}: Props) {
  return (
    <Fieldset {...{ id, label, heading, hint, optional, errorPrefix, error }}>
      <div className="space-y-2">
        {choices.map((choice, at) => {
          const ownId = at === 0 ? id : `${id}-${choice.value}`;
          return (
            <div key={choice.value} className="relative flex min-h-target items-start gap-3">
              <input
                {...control}
                type="radio"
                id={ownId}
                value={choice.value}
                defaultChecked={defaultValue === choice.value}
                aria-invalid={error ? true : undefined}
                aria-describedby={at === 0 ? describedBy(id, hint, error) : undefined}
                className="mt-2.5 size-6 shrink-0 cursor-pointer"
              />
              <label htmlFor={ownId} className="block cursor-pointer py-2">
                {choice.label}
                {choice.hint && <span className="block text-small text-muted">{choice.hint}</span>}
              </label>
            </div>
          );
        })}
      </div>
    </Fieldset>
  );
}
