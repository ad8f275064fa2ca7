import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { registry } from "@/lib/metrics";

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** Kinds of figures that only grow, and do not shrink because who counted has gone. */
const COUNTED = ["counter", "histogram"];

/** The figures of a machine: the primary's, of each process that lives, and what those counted that have gone. */
export class MachineFigures<Process extends object> {
  /** Of each process that lives, as it told them last. */
  readonly #latest = new Map<Process, Figures>();
  #gone: Figures = [];
  #ending = Promise.resolve();

  /** From now on the process is asked. */
  begins(process: Process) {
    this.#latest.set(process, []);
  }

  /** @param figures undefined when it did not answer: what it told before is still so */
  tells(process: Process, figures: unknown) {
    if (figures && this.#latest.has(process)) this.#latest.set(process, figures as Figures);
  }

  /** One after the other, and at no moment in neither place or both: no sum may go down. */
  ends(process: Process) {
    this.#ending = this.#ending.then(async () => {
      const counted = (this.#latest.get(process) ?? []).filter(({ type }) => COUNTED.includes(String(type)));
      const gone = await sum([this.#gone, counted]).getMetricsAsJSON();
      this.#gone = gone as Figures;
      this.#latest.delete(process);
    });
  }

  async text(ask: (process: Process) => Promise<unknown> | undefined): Promise<string> {
    const all = [...this.#latest.keys()];
    await Promise.all(all.map(async (process) => this.tells(process, await ask(process))));
    const own = (await registry.getMetricsAsJSON()) as Figures;
    return sum([own, ...this.#latest.values(), this.#gone]).metrics();
  }
}

const sum = (figures: Figures[]) => AggregatorRegistry.aggregate(figures);
