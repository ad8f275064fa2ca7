import type { Metadata } from "next";
import { getSchoolContact } from "@/lib/school/queries";
import { getPublicUrl } from "@/lib/school/settings";

export async function withOpenGraph(page: Metadata): Promise<Metadata> {
  const { name } = await getSchoolContact();
  return {
    ...page,
    metadataBase: new URL(getPublicUrl()),
    openGraph: {
      type: "website",
      siteName: name,
      images: [{ url: "/share.png", width: 1200, height: 630, alt: name }],
    },
    twitter: { card: "summary_large_image" },
  };
}
