import { useTranslations } from "next-intl";
import { UnlessFinalError } from "../step/step-context";
import { HONEYPOT } from "../step/step-state";
import { FieldControl } from "./field-control";
import type { StepFieldData } from "./step-field-data";

/** Terms and consequences of submitting; the accepted version is submitted too (W28). */
export function TermsSection({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard");
  return (
    <UnlessFinalError>
      <section className="print:hidden">
        <h2 className="mb-3">{t("check.termsTitle")}</h2>
        <p className="mb-4 max-w-measure">{t("check.termsText")}</p>
        <input type="hidden" name="terms_url" value={data.termsUrl} />
        <FieldControl field="terms_and_conditions" data={data} />
        <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
          <label>
            Website
            <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </section>
    </UnlessFinalError>
  );
}
