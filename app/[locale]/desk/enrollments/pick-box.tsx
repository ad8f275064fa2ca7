"use client";

import { useTicked } from "@/components/action/action-form";

type Props = { reference: string; label: string; isOpen: boolean };

/** The box of a row, as large as a finger where one points with it; ticked as it was when the session ended or nothing came of it. */
export function PickBox({ reference, label, isOpen }: Props) {
  const { key, ticked } = useTicked("row");
  return (
    <label className="flex min-h-target min-w-target cursor-pointer items-center justify-center md:pointer-fine:min-h-6 md:pointer-fine:min-w-7">
      <span className="sr-only">{label}</span>
      <input
        key={key}
        type="checkbox"
        name="row"
        value={reference}
        defaultChecked={ticked?.includes(reference)}
        data-key={isOpen ? "x" : undefined}
        className="size-6 cursor-pointer"
      />
    </label>
  );
}
