/** Buttons in header and footer refer to it. */
export const STEP_FORM = "step-form";
