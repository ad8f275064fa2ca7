/** The `id` of a step's form, by which buttons of the header and the footer belong to it. */
export const STEP_FORM = "step-form";
