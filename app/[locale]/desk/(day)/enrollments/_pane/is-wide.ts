/** Minimum width of list and pane; below it, enrollments open as pages (desk 35). */
const WIDE = "(min-width: 78rem)";

export const isWide = () => matchMedia(WIDE).matches;
