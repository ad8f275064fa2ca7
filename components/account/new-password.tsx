"use client";

import { useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import type { FormWords } from "./form-state";
import { strengthOf } from "./strength";

/** A password to be chosen: shown on demand, its strength in words; without JavaScript a plain field. */
export function NewPassword({ words, error }: { words: FormWords; error?: string }) {
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  return (
    <>
      <Input
        id="password"
        name="password"
        type={shown ? "text" : "password"}
        label={words.password}
        hint={words.passwordHint}
        error={error}
        errorPrefix={words.errorPrefix}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={1000}
        onChange={(event) => setPassword(event.currentTarget.value)}
        below={
          <p role="status" className="mt-2 min-h-6 text-small text-muted">
            {live && password !== "" ? strengthWords(password, words) : ""}
          </p>
        }
      />
      {live && (
        <div className="-mt-4 mb-7">
          <Checkbox
            id="show-password"
            label={words.show}
            checked={shown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  );
}

function strengthWords(password: string, words: FormWords): string {
  const { level, missing } = strengthOf(password);
  if (level !== "short") return words[level] ?? "";
  return (missing === 1 ? words.shortOne : words.shortMany?.replace("15", String(missing))) ?? "";
}
