import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn";
import { Disclosure } from "../disclosure";
import { describedBy, Fieldset, type FieldTexts } from "./field";

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; price?: ReactNode };

type Props = FieldTexts &
  Omit<ComponentProps<"input">, "name" | "id" | "defaultValue"> & {
    /** Also the id. */
    name: string;
    error?: string;
    choices: RadioOption[];
    /** Short options in one row. */
    inline?: boolean;
    /** More options in groups; a group is open if one of its options is selected. */
    groups?: { key: string; summary: ReactNode; choices: RadioOption[]; isNoScript?: boolean }[];
    defaultValue?: string;
  };

/** Options as cards; the first has the group's id, for the link of the error summary. */
export function RadioGroup({
  name,
  label,
  heading,
  hint,
  optional,
  errorPrefix,
  error,
  choices,
  inline,
  groups = [],
  defaultValue,
  ...control
}: Props) {
  const [first] = choices;
  const renderCard = (choice: RadioOption) => (
    <label key={choice.value} className={cn("choice", error && "border-danger")}>
      <input
        {...control}
        type="radio"
        name={name}
        id={choice === first ? name : `${name}-${choice.value}`}
        value={choice.value}
        defaultChecked={defaultValue === choice.value}
        aria-invalid={error ? true : undefined}
        aria-describedby={choice === first ? describedBy(name, hint, error) : undefined}
      />
      <OptionContent {...choice} />
    </label>
  );
  return (
    <Fieldset {...{ id: name, label, heading, hint, optional, errorPrefix, error }}>
      <div className={inline ? "grid gap-3 sm:grid-cols-2" : "space-y-3"}>{choices.map(renderCard)}</div>
      {groups.length > 0 && (
        <div className="mt-3">
          {groups.map(({ key, summary, choices, isNoScript }) => {
            const isOpen = choices.some(({ value }) => value === defaultValue) || undefined;
            const group = (
              <Disclosure key={key} summary={summary} open={isOpen}>
                <div className="space-y-3 pt-3 pb-4">{choices.map(renderCard)}</div>
              </Disclosure>
            );
            return isNoScript ? <noscript key={key}>{group}</noscript> : group;
          })}
        </div>
      )}
    </Fieldset>
  );
}

/** Name, hint and price of a card. */
export function OptionContent({ label, hint, price }: Omit<RadioOption, "value">) {
  return (
    <span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="block leading-[1.3] font-semibold wrap-anywhere">{label}</span>{" "}
        {price && <span className="figures font-[550] whitespace-nowrap">{price}</span>}
      </span>{" "}
      {hint && <span className="block text-small leading-[1.4] text-muted wrap-anywhere">{hint}</span>}
    </span>
  );
}
