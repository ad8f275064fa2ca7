"use client";

import { useActionResult } from "@/components/forms/action-form";
import { SubmitButton } from "@/components/forms/fields";

type Props = { texts: { title: string; preview: string; save: string }; variant?: "danger" };

/** Old and new values; the button saves exactly these (desk 14). */
export function ChangePreview({ texts, variant }: Props) {
  const { difference, seen, warning } = useActionResult();
  return (
    <>
      <input type="hidden" name="seen" value={seen ?? ""} />
      {difference && (
        <section role="status" aria-labelledby="difference-title" className="card mb-6">
          <h2 id="difference-title" className="mb-2">
            {texts.title}
          </h2>
          <dl className="facts">
            {difference.map(({ label, old, now }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="whitespace-pre-wrap">
                  <del className="text-muted">{old}</del> <span aria-hidden="true">→</span> <ins>{now}</ins>
                </dd>
              </div>
            ))}
          </dl>
          {warning && <p className="mt-3 font-semibold">{warning}</p>}
        </section>
      )}
      <SubmitButton variant={difference && variant ? "final" : (variant ?? "primary")}>
        {difference ? texts.save : texts.preview}
      </SubmitButton>
    </>
  );
}
