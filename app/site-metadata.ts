import type { Metadata } from "next";
import { schoolCard } from "@/lib/school/school-card";
import { publicUrl } from "@/lib/school/settings";

/** A page for everybody, with how a link to it looks where somebody shares it. */
export async function forSharing(page: Metadata): Promise<Metadata> {
  const { name } = await schoolCard();
  return {
    ...page,
    metadataBase: new URL(publicUrl()),
    openGraph: {
      type: "website",
      siteName: name,
      images: [{ url: "/share.png", width: 1200, height: 630, alt: name }],
    },
    twitter: { card: "summary_large_image" },
  };
}
