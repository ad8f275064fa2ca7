import type { ComponentProps } from "react";
import { type ButtonVariant, buttonClass } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";

type Props = Omit<ComponentProps<typeof Link>, "className"> & { look?: ButtonVariant };

export const LinkButton = ({ look, ...link }: Props) => <Link {...link} className={buttonClass(look)} />;

/** Below a form: the way out without an answer. */
export const QuietLink = (link: Omit<Props, "look">) => (
  <p className="mt-2">
    <LinkButton {...link} look="quiet" />
  </p>
);
