"use client";

import { usePathname } from "next/navigation";
import { type ComponentProps, useActionState } from "react";

type Props = Omit<ComponentProps<"form">, "action"> & {
  action: (state: undefined, form: FormData) => Promise<never>;
};

/** A form without errors or results: posts to its own page, which redirects. */
export function PostForm({ action, ...form }: Props) {
  const [, post] = useActionState(action, undefined, usePathname());
  return <form {...form} action={post} />;
}
