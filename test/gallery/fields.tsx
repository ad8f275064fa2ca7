import { Advice } from "@/components/ui/controls/advice";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { DateInput } from "@/components/ui/controls/date-input";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import { Input, Textarea } from "@/components/ui/controls/input";
import { OptionContent, RadioGroup } from "@/components/ui/controls/radio-group";
import { SearchInput } from "@/components/ui/controls/search-input";
import { Select } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { chevronRight, userRound, usersRound } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";

const date = { day: "Día", month: "Mes", year: "Año" };
const countries = [
  { value: "es", label: "España" },
  { value: "fr", label: "Francia" },
];

/** Inputs: plain, with hint, with error. */
export function Fields() {
  return (
    <Section title="Campos">
      <div className="mt-4 max-w-measure">
        <ErrorSummary title="Hay un problema" problems={[{ href: "#wrong", words: "Escribe el nombre" }]} />
        <Input id="plain" label="Nombre" optional="(opcional)" hint="Como está en el documento." />
        <Input id="wrong" label="Apellidos" error="Escribe los apellidos" errorPrefix="Error:" />
        <Select id="country" label="País" options={countries} blank="Elige un país" />
        <Textarea
          id="words"
          label="Observaciones"
          below={<Advice>¿Seguro que es esta la dirección?</Advice>}
        />
        <DateInput id="born" label="Fecha de nacimiento" words={date} hint="Por ejemplo, 27 3 2016" />
        <DateInput
          id="born_wrong"
          label="Fecha de la tutora"
          words={date}
          wrong={["year"]}
          error="Falta el año"
        />
        <Choices />
        <Checkbox id="terms" label="He leído y acepto las condiciones" hint="Se abren en otra pestaña." />
        <Checkbox id="terms_wrong" label="Acepto las condiciones" error="Hay que aceptarlas" defaultChecked />
        <SearchInput label="Buscar" placeholder="Nombre o referencia" name="words" />
      </div>
    </Section>
  );
}

const Choices = () => (
  <>
    <RadioGroup
      id="course"
      name="course"
      label="¿Qué estudios?"
      defaultValue="first"
      choices={[
        { value: "first", label: "Elemental, 1.º", hint: "Con violonchelo · 3 horas", price: "132,50 €" },
        { value: "second", label: "Conjunto y lenguaje", hint: "2 horas a la semana", price: "58,00 €" },
      ]}
    />
    <RadioGroup
      id="again"
      name="again"
      label="¿Ha estudiado música?"
      error="Elige una respuesta"
      choices={[
        { value: "yes", label: "Sí" },
        { value: "no", label: "No" },
      ]}
    />
    <ul className="mb-6 space-y-3">
      {[
        [userRound, "Para mí", "Tengo 18 años o más."],
        [usersRound, "Para un menor a mi cargo", "Todos en una sola solicitud."],
      ].map(([icon = "", label, hint]) => (
        <li key={label}>
          <a href="#start" className="choice">
            <Icon d={icon} />
            <OptionContent label={label} hint={hint} />
            <Icon d={chevronRight} />
          </a>
        </li>
      ))}
    </ul>
  </>
);
