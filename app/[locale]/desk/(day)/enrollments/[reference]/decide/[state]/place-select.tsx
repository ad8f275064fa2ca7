"use client";

import { useState } from "react";
import { useFormField } from "@/components/forms/action-form";
import { SelectField, SubmitButton } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";

type Props = {
  /** Each with its syllabi; the first is the empty one. */
  specialities: (Option & { syllabi: Option[] })[];
  preselected: { speciality: string; syllabus: string };
  texts: { speciality: string; syllabus: string; show: string };
};

/** A speciality, then a syllabus; without scripts a button loads the syllabi. */
export function PlaceSelect({ specialities, preselected, texts }: Props) {
  const { defaultValue, key } = useFormField("speciality", preselected.speciality);
  const [selected, setSelected] = useState(defaultValue);
  const { syllabi = [] } = specialities.find(({ value }) => value === selected) ?? specialities[0] ?? {};
  return (
    <>
      <SelectField
        name="speciality"
        label={texts.speciality}
        options={specialities}
        defaultValue={preselected.speciality}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
      />
      <noscript>
        <p className="mb-5">
          <SubmitButton variant="secondary" name="intent" value="show">
            {texts.show}
          </SubmitButton>
        </p>
      </noscript>
      {syllabi.length > 0 && (
        <SelectField
          key={`${key} ${selected}`}
          name="syllabus"
          label={texts.syllabus}
          options={syllabi}
          defaultValue={preselected.syllabus}
        />
      )}
    </>
  );
}
