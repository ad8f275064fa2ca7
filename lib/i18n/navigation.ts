import { createNavigation } from "next-intl/navigation";
import { routing } from "./routing";

/** Next's navigation, in the page's language. */
export const { Link, getPathname, redirect, usePathname } = createNavigation(routing);
