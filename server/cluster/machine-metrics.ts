import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { isCumulative, type MetricsScope, registry } from "@/lib/platform/metrics";

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** So many seconds of what it has counted are lost, at most, with a process that is killed. */
const EVERY_MS = 2_000;

/** The figures of a machine: the primary's, of each process that lives, and what those counted that have gone. */
export class MachineMetrics<Process extends object> {
  /** Of each process that lives, as it told them last. */
  readonly #latest = new Map<Process, Figures>();
  readonly #timers = new Map<Process, NodeJS.Timeout>();
  #gone: Figures = [];
  #ending = Promise.resolve();

  /** @param ask for a process's figures; undefined when it does not answer */
  constructor(
    readonly ask: (process: Process, what: MetricsScope) => Promise<unknown> | undefined,
    readonly everyMs = EVERY_MS,
  ) {}

  /** From now on the process is asked what it counted, again and again: one that is killed cannot be asked. */
  begins(process: Process) {
    this.#latest.set(process, []);
    this.#timers.set(process, setInterval(() => void this.#hear(process, "counted"), this.everyMs).unref());
  }

  /** @param figures undefined when it did not answer; what it told before, and not now, is still so */
  tells(process: Process, figures: unknown) {
    const before = this.#latest.get(process);
    if (!figures || !before) return;
    const told = new Map([...before, ...(figures as Figures)].map((figure) => [figure.name, figure]));
    this.#latest.set(process, [...told.values()]);
  }

  /** One after the other, and at no moment in neither place or both: no sum may go down. */
  ends(process: Process) {
    clearInterval(this.#timers.get(process));
    this.#timers.delete(process);
    this.#ending = this.#ending.then(async () => {
      const counted = (this.#latest.get(process) ?? []).filter(isCumulative);
      const gone = await sum([this.#gone, counted]).getMetricsAsJSON();
      this.#gone = gone as Figures;
      this.#latest.delete(process);
    });
  }

  async text(): Promise<string> {
    await Promise.all([...this.#latest.keys()].map((process) => this.#hear(process, "figures")));
    const own = (await registry.getMetricsAsJSON()) as Figures;
    return sum([own, ...this.#latest.values(), this.#gone]).metrics();
  }

  async #hear(process: Process, what: MetricsScope) {
    this.tells(process, await this.ask(process, what));
  }
}

const sum = (figures: Figures[]) => AggregatorRegistry.aggregate(figures);
