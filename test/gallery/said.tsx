import { Badge, type Tone } from "@/components/ui/badge";
import { check, cross, hourglass, inbox, mailWarning, undo } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";

const states: [string, string, Tone?][] = [
  ["Pendiente", inbox, "info"],
  ["Aceptada", check, "ok"],
  ["En espera", hourglass, "wait"],
  ["Sin plaza", cross, "danger"],
  ["Retirada", undo, "off"],
  ["Otra", inbox],
];

/** States, labels and notices. */
export function Said() {
  return (
    <Section title="Estados y avisos">
      <div className="mt-4 max-w-measure">
        <p className="mb-3 flex flex-wrap gap-2">
          {states.map(([word, icon, tone]) => (
            <Badge key={word} tone={tone} icon={icon}>
              {word}
            </Badge>
          ))}
        </p>
        <p className="mb-3 flex flex-wrap gap-3">
          {states.slice(1, 4).map(([word, icon, tone]) => (
            <Badge key={word} tone={tone} icon={icon} untold>
              {word}, sin comunicar
            </Badge>
          ))}
          <Badge tone="ok" icon={check} bare>
            Aceptada
          </Badge>
          <span className="tag">Beca</span>
        </p>
        <Notice>La escuela abre de lunes a viernes.</Notice>
        <Notice tone="ok">
          <p role="status">
            <b>Guardado.</b> <a href="#undo">Deshacer</a>
          </p>
        </Notice>
        <Notice tone="wait" title="La plaza se guarda hasta el 20 de julio">
          Después pasa a la siguiente familia.
        </Notice>
        <Notice tone="danger" icon={mailWarning}>
          <b>No pudimos escribir a d···@familia.example.</b> <a href="#mend">Corregir la dirección</a>
        </Notice>
      </div>
    </Section>
  );
}
