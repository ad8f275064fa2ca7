"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { useFormField } from "./action-form";
import { TextAreaField, TextField } from "./fields";

type Props = ComponentProps<typeof TextField> & {
  name: string;
  defaultValue: string;
  rows?: number;
  renderPreview: (value: string) => ReactNode;
};

/** A field with a live preview, or a preview button without scripts. */
export function FieldWithPreview({ renderPreview, rows, ...field }: Props) {
  const { key, defaultValue = "" } = useFormField(field.name, field.defaultValue);
  const [changed, setChanged] = useState<{ key: string; value: string }>();
  const value = changed?.key === key ? changed.value : defaultValue;
  const onInput = (event: { currentTarget: { value: string } }) =>
    setChanged({ key, value: event.currentTarget.value });
  const { name, label, hint, lang } = field;
  return (
    <>
      {rows ? (
        <TextAreaField
          {...{ name, label, hint, lang, rows, onInput }}
          defaultValue={field.defaultValue}
          className="text-small"
        />
      ) : (
        <TextField {...field} onInput={onInput} />
      )}
      <div className="mb-6 max-w-measure">{renderPreview(value.trim())}</div>
    </>
  );
}
