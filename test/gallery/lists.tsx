import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/controls/button";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { check, cross, inbox, layoutDashboard, users } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";

const rows = [
  ["Soler Roca, Carla", "Violonchelo", "132,50 €"],
  ["Ferrer Mas, Biel", "Piano", "148,00 €"],
  ["Puig Serra, Ada", "Canto", "64,00 €"],
] as const;

/** Navigation and lists of the desk. */
export function Lists() {
  return (
    <Section title="Listas de la secretaría">
      <div data-dense="">
        <SideParts />
        <nav aria-label="Estados" className="tabs">
          <a href="#all" aria-current="page">
            Todas <span>673</span>
          </a>
          <a href="#pending">
            Por decidir <span>401</span>
          </a>
        </nav>
        <p className="flex flex-wrap gap-2 py-3">
          <a href="#less" className="filter-chip">
            Violín
            <Icon d={cross} />
          </a>
        </p>
        <DataTable
          caption="Solicitudes"
          columns={[
            { key: "who", label: "Alumno" },
            { key: "what", label: "Especialidad" },
            { key: "state", label: "Estado" },
            { key: "price", label: "Precio", number: true },
          ]}
        >
          {rows.map(([who, what, price], at) => (
            <TableRow key={who} limit={at === 1}>
              <TableRowHeader>
                <a href={`#row-${at}`} className="row-link">
                  {who}
                </a>
              </TableRowHeader>
              <TableCell>{what}</TableCell>
              <TableCell>
                <Badge tone="ok" icon={check} bare>
                  Aceptada
                </Badge>
              </TableCell>
              <TableCell number>{price}</TableCell>
            </TableRow>
          ))}
        </DataTable>
        <p className="pager">
          1–50 de 673 <a href="#next">Siguientes 50</a>
        </p>
        <p className="bulk-bar">
          2 elegidas
          <Button type="button" look="secondary">
            Aceptar
          </Button>
        </p>
      </div>
    </Section>
  );
}

const SideParts = () => (
  <nav aria-label="Secretaría" className="side-nav my-4 max-w-60">
    <a href="#today" aria-current="page">
      <Icon d={layoutDashboard} />
      Hoy
    </a>
    <a href="#requests">
      <Icon d={inbox} />
      Solicitudes
    </a>
    <p className="side-group">La escuela</p>
    <a href="#staff">
      <Icon d={users} />
      Personal
    </a>
    <p className="mt-3 flex items-center gap-3">
      <span className="initials" aria-hidden="true">
        MV
      </span>
      Marta Vila
    </p>
  </nav>
);
