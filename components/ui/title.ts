/** The look of a page's only `h1`, wherever it stands: alone, in a legend or around a label. */
export const titleClass = "font-serif text-title font-semibold text-balance";
