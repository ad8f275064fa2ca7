import { useTranslations } from "next-intl";
import { DateField } from "@/components/forms/date-field";
import { SelectField, TextAreaField, TextField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import type { Control, FieldName } from "@/lib/enrollment/fields";
import { getField } from "@/lib/wizard/questions";

type Props = {
  field: FieldName;
  label: string;
  /** What its controls hold, as typed. */
  typed: Record<string, string>;
  /** What can be chosen, where something is. */
  options: Option[];
};

const inputs: Partial<Record<Control, { type?: string; inputMode?: "email" | "tel" }>> = {
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
};

/** A field of the enrollment form as the desk asks it, with the form's name: its control says how. */
export function EnrollmentField({ field, label, typed, options }: Props) {
  const t = useTranslations("wizard.fields");
  const none = useTranslations("desk.correct")("none");
  const { control, maxLength } = getField(field);
  switch (control) {
    case "date":
      return (
        <DateField
          name={field}
          label={label}
          words={{ day: t("day"), month: t("month"), year: t("year") }}
          typed={typed}
        />
      );
    case "choice":
    case "number-choice":
    case "yes-no":
      return (
        <SelectField
          name={field}
          label={label}
          options={options}
          blank={none}
          defaultValue={typed[field] ?? ""}
        />
      );
    case "long-text":
      return (
        <TextAreaField
          name={field}
          label={label}
          rows={4}
          maxLength={maxLength}
          defaultValue={typed[field] ?? ""}
        />
      );
    default:
      return (
        <TextField
          name={field}
          label={label}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed[field] ?? ""}
          {...inputs[control]}
        />
      );
  }
}
