import type { Metadata } from "next";
import { schoolCard } from "@/lib/school/school-card";
import { publicUrl } from "@/lib/school/settings";

/** What every page says of itself: its icons, and how a link to it looks where somebody shares it. */
export async function siteMetadata(): Promise<Metadata> {
  const { name } = await schoolCard();
  return {
    metadataBase: new URL(publicUrl()),
    applicationName: "Matrícula",
    formatDetection: { telephone: false, email: false, address: false },
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/icon.svg", type: "image/svg+xml", media: "(prefers-color-scheme: light)" },
        { url: "/icon-dark.svg", type: "image/svg+xml", media: "(prefers-color-scheme: dark)" },
      ],
      apple: "/apple-touch-icon.png",
    },
    openGraph: {
      type: "website",
      siteName: name,
      images: [{ url: "/share.png", width: 1200, height: 630, alt: name }],
    },
    twitter: { card: "summary_large_image" },
  };
}
