import type { ReactNode } from "react";
import { themeColors } from "@/lib/school/color-tones";

/** Fonts of app/styles/fonts.css that every page needs; preloaded before the style sheet is read. */
const FONTS = ["/fonts/figtree-latin-5.3.0.woff2", "/fonts/bricolage-grotesque-latin-700-5.3.0.woff2"];

/**
 * Fonts, icons, metadata and the school's colour (`style`). Not Next's metadata, which is resolved again
 * for each request.
 */
export function DocumentHead({ style }: { style?: string }) {
  return (
    <>
      <meta name="application-name" content="Matrícula" />
      <meta name="format-detection" content="telephone=no, address=no, email=no" />
      {themeColors.map(({ media, color }) => (
        <meta key={media} name="theme-color" media={media} content={color} />
      ))}
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" media="(prefers-color-scheme: light)" />
      <link rel="icon" href="/icon-dark.svg" type="image/svg+xml" media="(prefers-color-scheme: dark)" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {FONTS.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
      ))}
      {style && <link rel="stylesheet" href={style} precedence="school" />}
    </>
  );
}

export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a
      href="#main"
      className="sr-only z-10 rounded-control bg-accent text-on-accent focus:not-sr-only focus:absolute focus:m-2 focus:px-4 focus:py-3 hover:text-on-accent"
    >
      {children}
    </a>
  );
}
