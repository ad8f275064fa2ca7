import { renderToStaticMarkup } from "react-dom/server";
import { Acts } from "./acts";
import { Fields } from "./fields";
import { Figures } from "./figures";
import { Lists } from "./lists";
import { Said } from "./said";
import { Things } from "./things";

/** Prints all components in all states as HTML; `--dense` for the desk. */
process.stdout.write(
  renderToStaticMarkup(
    <div data-dense={process.argv.includes("--dense") ? "" : undefined} className="wrap py-10">
      <h1>Componentes</h1>
      <Acts />
      <Fields />
      <Said />
      <Things />
      <Lists />
      <Figures />
    </div>,
  ),
);
