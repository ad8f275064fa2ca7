/** Where there is room for a list and, beside it, one of its enrollments; else that is a page (desk 35). */
const WIDE = "(min-width: 78rem)";

export const isWide = () => matchMedia(WIDE).matches;
