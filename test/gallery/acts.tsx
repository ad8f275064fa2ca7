import { MusicStaff } from "@/components/layout/product-logo";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import * as icons from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import { Section } from "@/components/ui/section";

/** Buttons and icons. */
export function Acts() {
  return (
    <>
      <BrandBlock />
      <Section title="Botones y enlaces">
        <p className="my-4 flex flex-wrap gap-3">
          <Button type="button">
            Continuar
            <Icon d={icons.arrowRight} />
          </Button>
          <Button type="button" look="secondary">
            <Icon d={icons.printer} />
            Imprimir
          </Button>
          <Button type="button" look="quiet">
            No podemos
          </Button>
          <Button type="button" look="danger">
            <Icon d={icons.trash} />
            Retirar
          </Button>
          <Button type="button" look="final">
            Retirar la solicitud
          </Button>
          <a href="#botones" className={buttonClass("secondary")}>
            Un enlace
          </a>
        </p>
        <p>
          Un enlace <a href="#texto">en medio del texto</a>, y una fila de enlaces:
        </p>
        <p className="link-row">
          <a href="#ver">
            <Icon d={icons.eye} />
            Ver la solicitud
          </a>
          <a href="#cambiar">
            <Icon d={icons.pencil} />
            Cambiar lo que pide
          </a>
        </p>
        <Menu label="Ordenar" icon={icons.listOrdered} className="inline-block">
          <a href="#fecha" className="menu-item" aria-current="true">
            Por fecha
          </a>
          <a href="#nombre" className="menu-item">
            Por nombre
          </a>
        </Menu>
      </Section>
      <Section title="Iconos">
        <ul className="my-4 flex flex-wrap gap-x-6 gap-y-3 text-small">
          {Object.entries(icons).map(([name, d]) => (
            <li key={name} className="flex items-center gap-2">
              <Icon d={d} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

const BrandBlock = () => (
  <div className="brand-block rounded-card p-6">
    <p className="mb-4 text-lead text-on-brand-muted">
      Un bloque de la escuela, con su acto y su pentagrama.
    </p>
    <a href="#pedir" className={buttonClass("brand")}>
      Solicitar plaza
      <Icon d={icons.arrowRight} />
    </a>
    <MusicStaff className="mt-4 h-64 w-full" />
  </div>
);
