import type { ComponentProps } from "react";
import { buttonClass, type ButtonVariant } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";

type Props = Omit<ComponentProps<typeof Link>, "className"> & { look?: ButtonVariant };

/** A link that looks like a button. */
export const LinkButton = ({ look, ...link }: Props) => <Link {...link} className={buttonClass(look)} />;
