import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { describedBy, Fieldset, type FieldWords } from "./field";

export type Choice = { value: string; label: ReactNode; hint?: ReactNode; price?: ReactNode };

type Props = FieldWords &
  Omit<ComponentProps<"input">, "id" | "defaultValue"> & {
    id: string;
    error?: string;
    choices: Choice[];
    /** Two short answers beside each other where there is room. */
    beside?: boolean;
    defaultValue?: string;
  };

/** Native radio buttons as one question, a card each; the first has the question's id, so that an error leads to it. */
export function Radios({
  id,
  label,
  heading,
  hint,
  optional,
  errorPrefix,
  error,
  choices,
  beside,
  defaultValue,
  ...control
}: Props) {
  return (
    <Fieldset {...{ id, label, heading, hint, optional, errorPrefix, error }}>
      <div className={beside ? "grid gap-3 sm:grid-cols-2" : "space-y-3"}>
        {choices.map((choice, at) => (
          <label key={choice.value} className={cn("choice", error && "border-danger")}>
            <input
              {...control}
              type="radio"
              id={at === 0 ? id : `${id}-${choice.value}`}
              value={choice.value}
              defaultChecked={defaultValue === choice.value}
              aria-invalid={error ? true : undefined}
              aria-describedby={at === 0 ? describedBy(id, hint, error) : undefined}
            />
            <ChoiceWords {...choice} />
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

/** What stands in a card that is chosen, or that leads on: its name, a second line, a price on the right. */
export function ChoiceWords({ label, hint, price }: Omit<Choice, "value">) {
  return (
    <>
      <span>
        <span className="choice-name">{label}</span> {hint && <span className="choice-hint">{hint}</span>}
      </span>
      {price && <span className="choice-price">{price}</span>}
    </>
  );
}
