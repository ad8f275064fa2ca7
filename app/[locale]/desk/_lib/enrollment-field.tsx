import { useTranslations } from "next-intl";
import { DateField } from "@/components/forms/date-field";
import { SelectField, TextAreaField, TextField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import type { Control, FieldName } from "@/lib/enrollment/fields";
import { getField } from "@/lib/wizard/questions";

type Props = {
  field: FieldName;
  label: string;
  /** Input by control name. */
  typed: Record<string, string>;
  /** For selects and radio buttons. */
  options: Option[];
};

const inputs: Partial<Record<Control, { type?: string; inputMode?: "email" | "tel" }>> = {
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
};

/** A wizard field at the desk; the control follows from the field's table. */
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
