import type { ComponentProps } from "react";
import { type ButtonVariant, buttonClass } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";

type Props = Omit<ComponentProps<typeof Link>, "className"> & { variant?: ButtonVariant };

export const LinkButton = ({ variant, ...link }: Props) => (
  <Link {...link} className={buttonClass(variant)} />
);

/** Below a form: the way out without an answer. */
export const QuietLink = (link: Omit<Props, "variant">) => (
  <p className="mt-2">
    <LinkButton {...link} variant="quiet" />
  </p>
);
