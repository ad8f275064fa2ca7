import { DayChart } from "@/components/ui/charts/day-chart";
import { PlacesBar, SeatKey } from "@/components/ui/charts/places-bar";
import { ProgressBar } from "@/components/ui/charts/progress-bar";
import { Stat } from "@/components/ui/charts/stat";
import { Section } from "@/components/ui/section";

const counts = [12, 9, 14, 11, 17, 6, 4, 22, 19, 26, 31, 24, 13, 18];
const days = counts.map((count, at) => ({ key: String(at), label: String(at + 9), count }));

const places = [
  { name: "Violín", told: 9, decided: 2, waiting: 10, limit: 10 },
  { name: "Piano", told: 21, decided: 6, waiting: 14, limit: 28 },
  { name: "Batería", told: 3, decided: 2, waiting: 0, limit: 6 },
  { name: "Arpa", told: 0, decided: 0, waiting: 3, limit: 0 },
  { name: "Fagot", told: 4, decided: 3, waiting: 9, limit: 2 },
];

/** Large numbers and charts. */
export function Figures() {
  return (
    <Section title="Números">
      <ul className="stat-rows">
        <li>
          <a href="#decide">
            <Stat
              figure={401}
              words="solicitudes por decidir"
              detail="La más antigua espera desde hace 12 días"
            />
          </a>
        </li>
        <li data-tone="danger">
          <a href="#mails">
            <Stat figure={2} words="familias a las que no llegó un correo" />
          </a>
        </li>
      </ul>
      <dl className="stat-line my-6">
        <div>
          <dt>plazas</dt>
          <dd>48</dd>
        </div>
        <div>
          <dt>en espera</dt>
          <dd>12</dd>
        </div>
      </dl>
      <SeatKey words={{ told: "Comunicadas", decided: "Decididas", free: "Libres", waiting: "En espera" }} />
      <ul className="my-4 max-w-measure space-y-4">
        {places.map(({ name, told, decided, waiting, limit }) => (
          <li key={name}>
            <p className="mb-1 flex justify-between gap-4 text-small">
              <span>{name}</span>
              <span>
                <b>{told + decided}</b> de {limit} · {waiting} esperan
              </span>
            </p>
            <PlacesBar
              {...{ told, decided, waiting, limit }}
              label={`${name}: ${told + decided} de ${limit} plazas`}
            />
          </li>
        ))}
      </ul>
      <DayChart label={`Solicitudes al día: ${counts.join(", ")}`} days={days} lastRuns />
      <DayChart label="Solicitudes al día: ninguna" days={days.map((day) => ({ ...day, count: 0 }))} />
      <DayChart label="Solicitudes hoy: 3" days={[{ key: "today", label: "22", count: 3 }]} lastRuns />
      <ProgressBar part={0.4} />
    </Section>
  );
}
