import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { isCumulative, type MetricsScope, registry } from "@/lib/platform/metrics";

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** A killed process loses the figures of this period at most. */
const REPORT_INTERVAL_MS = 2_000;

/** Sums of a machine: primary, running processes, and processes that have ended. */
export class MachineMetrics<Process extends object> {
  /** The latest report of each running process. */
  readonly #latest = new Map<Process, Figures>();
  readonly #timers = new Map<Process, NodeJS.Timeout>();
  #gone: Figures = [];
  #ending = Promise.resolve();

  /** @param ask requests a process's figures; undefined without an answer */
  constructor(
    readonly ask: (process: Process, what: MetricsScope) => Promise<unknown> | undefined,
    readonly everyMs = REPORT_INTERVAL_MS,
  ) {}

  /** Polls the process, because a killed one cannot report. */
  begins(process: Process) {
    this.#latest.set(process, []);
    this.#timers.set(process, setInterval(() => void this.#hear(process, "counted"), this.everyMs).unref());
  }

  /** @param figures undefined without an answer; missing figures keep their last value */
  tells(process: Process, figures: unknown) {
    const before = this.#latest.get(process);
    if (!figures || !before) return;
    const told = new Map([...before, ...(figures as Figures)].map((figure) => [figure.name, figure]));
    this.#latest.set(process, [...told.values()]);
  }

  /** Sequential, so that figures are never missing or counted twice: sums must not decrease. */
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
