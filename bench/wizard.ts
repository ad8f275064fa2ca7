/** The wizard's figures: `npm run bench -- wizard`. */
export async function benchWizard() {
  throw new Error("The wizard has no figures of its own yet; `npm run e2e` drives it in a browser.");
}
