import { LinkRow } from "@/components/ui/charts/stat";
import { buttonClass } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { history, lock, pencil, plus, usersRound } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";

/** Cards and their content. */
export function Things() {
  return (
    <>
      <Section
        title="Carla Soler Roca"
        act={
          <a href="#change">
            <Icon d={pencil} />
            Cambiar
          </a>
        }
      >
        <DescriptionList
          rows={[
            { label: "Nacimiento", value: "22 de noviembre de 2017 (9 años)" },
            { label: "Correo", value: "carla.soler.roca@una-familia-con-nombre-largo.example" },
          ]}
        />
        <div className="sum max-w-measure">
          <div>
            <span>Elemental, 1.º</span> <span>84,00 €</span>
          </div>
          <div>
            <span>Si tiene plaza</span> <span>132,50 €</span>
          </div>
        </div>
      </Section>
      <div className="grid gap-6 sm:grid-cols-2">
        <article className="card">
          <h3 className="mb-3">Una tarjeta con lo que pasó</h3>
          <Timeline
            moments={[
              { key: "sent", title: "Enviada", text: "12 de mayo, 18:42" },
              { key: "now", title: "Confirma que os la quedáis", text: "Hasta el 20 de julio", when: "now" },
              { key: "later", title: "Empiezan las clases", text: "7 de septiembre", when: "later" },
            ]}
          />
        </article>
        <article className="card card-raised">
          <h3 className="mb-3">Una tarjeta que pide decidir</h3>
          <p className="quote mb-4">Prefiere los martes por la tarde.</p>
          <a href="#decide" className={buttonClass("secondary")}>
            Decidir
          </a>
        </article>
      </div>
      <Folded />
      <div className="letter">
        <h3>Una carta</h3>
        <p>Hola, Berta: Carla tiene plaza en violonchelo.</p>
      </div>
      <EmptyState
        act={
          <a href="#add" className={buttonClass("secondary")}>
            <Icon d={plus} />
            Pedir plaza
          </a>
        }
      >
        Todavía no hay solicitudes.
      </EmptyState>
    </>
  );
}

const Folded = () => (
  <div>
    <Disclosure summary="Historia" icon={history} news="ayer, 18:42">
      Lo que pasó.
    </Disclosure>
    <Disclosure summary="Abierto" open>
      Lo que había dentro.
    </Disclosure>
    <ul className="link-rows mt-6">
      <li>
        <a href="#people">
          <LinkRow icon={usersRound} title="Personas y contacto" text="Direcciones y teléfonos" />
        </a>
      </li>
      <li>
        <a href="#password">
          <LinkRow icon={lock} title="Contraseña" />
        </a>
      </li>
    </ul>
    <p className="aside-note">
      <Icon d={lock} />
      <span>Guardamos tus respuestas cifradas durante 72 horas.</span>
    </p>
  </div>
);
