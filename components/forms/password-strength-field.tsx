"use client";

import { useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { scriptOnly } from "@/components/ui/script-only";
import { useFormField } from "./action-form";
import { TextField } from "./fields";
import { getPasswordStrength } from "./password-strength";

type Texts = Record<"show" | "shortOne" | "shortMany" | "plain" | "fair" | "good", string>;

/** A password with show button and strength; a plain field without scripts. */
export function PasswordStrengthField(props: { label: string; hint: string; texts: Texts }) {
  const { key } = useFormField("password");
  return <PasswordInput key={key} {...props} />;
}

function PasswordInput({ label, hint, texts }: Parameters<typeof PasswordStrengthField>[0]) {
  const [password, setPassword] = useState("");
  const [visible, setVisible] = useState(false);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);

  return (
    <>
      <TextField
        name="password"
        type={visible ? "text" : "password"}
        label={label}
        hint={hint}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={1000}
        onChange={(event) => setPassword(event.currentTarget.value)}
        below={
          <p role="status" className="mt-2 min-h-6 text-small text-muted">
            {hydrated && password !== "" ? getStrengthText(password, texts) : ""}
          </p>
        }
      />
      <div className={scriptOnly(hydrated, "-mt-4 mb-7")}>
        <Checkbox
          id="show-password"
          label={texts.show}
          checked={visible}
          onChange={(event) => setVisible(event.currentTarget.checked)}
        />
      </div>
    </>
  );
}

function getStrengthText(password: string, texts: Texts): string {
  const { level, missing } = getPasswordStrength(password);
  if (level !== "short") return texts[level];
  return missing === 1 ? texts.shortOne : texts.shortMany.replace("15", String(missing));
}
