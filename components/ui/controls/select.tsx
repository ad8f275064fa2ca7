import { cn } from "../cn";
import { Field } from "./field";
import { type ControlProps, splitFieldProps } from "./input";

export type Option = { value: string; label: string; lang?: string; disabled?: boolean };
export type OptionGroup = { label: string; lang?: string; options: Option[] };

type Props = ControlProps<"select"> & {
  /** Text of the empty option. */
  blank?: string;
  options: (Option | OptionGroup)[];
};

export function Select({ blank, options, ...props }: Props) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      <select {...control} className={cn(control.className, "control-select")}>
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((option) =>
          "options" in option ? (
            <optgroup key={option.label} label={option.label} lang={option.lang}>
              {option.options.map((inner) => (
                <option key={inner.value} value={inner.value} lang={inner.lang}>
                  {inner.label}
                </option>
              ))}
            </optgroup>
          ) : (
            <option key={option.value} value={option.value} lang={option.lang} disabled={option.disabled}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </Field>
  );
}
