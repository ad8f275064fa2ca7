"use client";

import { unstable_isUnrecognizedActionError as isOfAnotherBuild, useParams } from "next/navigation";
import { useEffect } from "react";
import { submitAgain } from "@/components/forms/native-post";
import { EmptyPage } from "@/components/site/empty-page";
import { buttonClass } from "@/components/ui/controls/button";
import { errorPageText } from "@/lib/i18n/error-page";
import type { Locale } from "@/lib/i18n/locales";

/** Texts are bundled, because loading them may be what failed. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  useEffect(() => {
    if (isOfAnotherBuild(error)) submitAgain();
  }, [error]);
  const { locale } = useParams<{ locale: Locale }>();
  const { title, text, retry } = errorPageText[locale] ?? errorPageText.es;
  return (
    <EmptyPage title={title} text={text}>
      <title>{title}</title>
      <button type="button" onClick={reset} className={buttonClass()}>
        {retry}
      </button>
    </EmptyPage>
  );
}
