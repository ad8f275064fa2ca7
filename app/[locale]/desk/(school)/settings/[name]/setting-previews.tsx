"use client";

import type { ComponentProps } from "react";
import { FieldWithPreview } from "@/components/forms/field-with-preview";
import { ProductLogo } from "@/components/layout/product-logo";
import { formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { addDays, type Day } from "@/lib/platform/dates";
import { createTones } from "@/lib/school/color-tones";

type Theme = keyof ReturnType<typeof createTones>;

type Field = Omit<ComponentProps<typeof FieldWithPreview>, "renderPreview">;

/** The school's name in the header. */
export function NamePreview({ title, ...field }: Field & { title: string }) {
  return (
    <FieldWithPreview
      {...field}
      renderPreview={(name) => (
        <figure>
          <figcaption className="mb-2 text-small text-muted">{title}</figcaption>
          <p className="flex items-center gap-3 rounded-control border border-hairline bg-surface p-4 font-head font-bold">
            <ProductLogo />
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          </p>
        </figure>
      )}
    />
  );
}

/** The answer that a family would get today. */
export function AnswerPreview({
  text,
  today,
  locale,
  ...field
}: Field & { text: string; today: Day; locale: Locale }) {
  return (
    <FieldWithPreview
      {...field}
      renderPreview={(days) =>
        /^\d{1,3}$/.test(days) && (
          <p className="border-l-2 border-tint-line pl-4">
            {text.replace("{day}", formatDay(addDays(today, Number(days)), locale))}
          </p>
        )
      }
    />
  );
}

type ColorTexts = Record<"title" | "light" | "dark" | "button" | "link", string>;

/** Brand block, button and link in both themes. */
export function ColorPreview({ texts, ...field }: Field & { texts: ColorTexts }) {
  return (
    <FieldWithPreview
      {...field}
      type="color"
      className="max-w-28 p-1"
      renderPreview={(color) => {
        if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
        return (
          <figure>
            <figcaption className="mb-2 text-small text-muted">
              {texts.title}: {color}
            </figcaption>
            <div className="grid gap-3 sm:grid-cols-2">
              <Tones theme="light" color={color} texts={texts} />
              <Tones theme="dark" color={color} texts={texts} />
            </div>
          </figure>
        );
      }}
    />
  );
}

/** An SVG, because the content security policy forbids inline styles. */
function Tones({ theme, color, texts }: { theme: Theme; color: string; texts: ColorTexts }) {
  const tones = createTones(color.toLowerCase())[theme];
  return (
    <svg viewBox="0 0 280 176" role="img" aria-label={texts[theme]} className="w-full font-sans">
      <rect width="280" height="176" rx="10" fill={tones.paper} stroke={tones.hairline} />
      <rect x="12" y="12" width="256" height="64" rx="8" fill={tones.brand} />
      <text x="28" y="50" fontSize="17" fontWeight="700" fill={tones["on-brand"]}>
        {texts[theme]}
      </text>
      <rect x="12" y="92" width="150" height="38" rx="8" fill={tones.accent} />
      <text x="28" y="116" fontSize="14" fontWeight="600" fill={tones["on-accent"]}>
        {texts.button}
      </text>
      <rect x="174" y="92" width="94" height="38" rx="8" fill={tones.tint} stroke={tones["tint-line"]} />
      <text x="14" y="157" fontSize="14" fill={tones.accent} textDecoration="underline">
        {texts.link}
      </text>
    </svg>
  );
}
