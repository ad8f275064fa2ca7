"use client";

/** Re-exported to render within the desk's layout. */
export { default } from "../error";
