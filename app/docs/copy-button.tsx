"use client";

import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { check, copy } from "@/components/ui/icons/paths";
import type { DocsText } from "@/lib/i18n/docs/docs-text";

type Props = { text: string; texts: DocsText["code"] };

const COPIED_MS = 2_000;

/** Absent without scripts or clipboard permission. */
export function CopyButton({ text, texts }: Props) {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    setCanCopy(Boolean(navigator.clipboard));
    return () => clearTimeout(timer.current);
  }, []);
  if (!canCopy) return null;
  const copyText = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" onClick={copyText} className="btn btn-quiet" aria-live="polite">
      <Icon d={copied ? check : copy} />
      {copied ? texts.copied : texts.copy}
    </button>
  );
}
