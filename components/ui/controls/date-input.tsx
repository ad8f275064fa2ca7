import { describedBy, Fieldset, type FieldTexts } from "./field";
import { controlClass } from "./input";

export const dateParts = ["day", "month", "year"] as const;
export type DatePart = (typeof dateParts)[number];

type Props = FieldTexts & {
  name: string;
  error?: string;
  /** Parts with an error; all if undefined. */
  invalidParts?: readonly DatePart[];
  texts: Record<DatePart, string>;
  values?: Partial<Record<DatePart, string>>;
  /** Only for the user's own birth date. */
  autoComplete?: "bday";
  /** Called for each part. */
  onBlur?: () => void;
};

/** Three text inputs; the month may be a name. */
export function DateInput({
  name,
  texts,
  values,
  invalidParts = dateParts,
  autoComplete,
  onBlur,
  error,
  ...field
}: Props) {
  return (
    <Fieldset id={name} error={error} {...field}>
      <div className="flex flex-wrap gap-3">
        {dateParts.map((part) => (
          <div key={part} className={widths[part]}>
            <label htmlFor={`${name}_${part}`} className="mb-1 block text-small font-medium">
              {texts[part]}
            </label>
            <input
              id={`${name}_${part}`}
              name={`${name}_${part}`}
              type="text"
              inputMode="numeric"
              defaultValue={values?.[part]}
              autoComplete={autoComplete ? `${autoComplete}-${part}` : "off"}
              spellCheck={false}
              onBlur={onBlur}
              className={controlClass}
              aria-invalid={(error && invalidParts.includes(part)) || undefined}
              aria-describedby={describedBy(name, field.hint, error)}
            />
          </div>
        ))}
      </div>
    </Fieldset>
  );
}

const widths = { day: "w-16", month: "w-32", year: "w-22" };
