"use client";

import { useAnswered } from "@/components/action/action-form";
import { Submit } from "@/components/action/fields";

type Props = { words: { title: string; look: string; save: string } };

/** What would become another, from what to what; the button saves that and nothing else (desk 14). */
export function Difference({ words }: Props) {
  const { difference, seen, warning } = useAnswered();
  return (
    <>
      <input type="hidden" name="seen" value={seen ?? ""} />
      {difference && (
        <section
          role="status"
          aria-labelledby="difference-title"
          className="mb-6 rounded-card border-l-4 border-accent bg-tint px-5 py-4"
        >
          <h2 id="difference-title" className="mb-2 text-heading">
            {words.title}
          </h2>
          <dl>
            {difference.map(({ label, old, now }) => (
              <div key={label} className="gap-4 py-1 sm:grid sm:grid-cols-[11rem_1fr]">
                <dt className="text-muted">{label}</dt>
                <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  <del className="text-muted">{old}</del> <span aria-hidden="true">→</span> <ins>{now}</ins>
                </dd>
              </div>
            ))}
          </dl>
          {warning && <p className="mt-3 font-semibold">{warning}</p>}
        </section>
      )}
      <Submit>{difference ? words.save : words.look}</Submit>
    </>
  );
}
