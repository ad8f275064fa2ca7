import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { isCumulative, type MetricsScope, registry } from "@/lib/platform/metrics";

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** A killed process loses the figures of this period at most. */
const REPORT_INTERVAL_MS = 2_000;

export class MachineMetrics<Process extends object> {
  readonly #latest = new Map<Process, Figures>();
  readonly #timers = new Map<Process, NodeJS.Timeout>();
  #ended: Figures = [];
  #ending = Promise.resolve();

  constructor(
    readonly request: (process: Process, scope: MetricsScope) => Promise<unknown> | undefined,
    readonly everyMs = REPORT_INTERVAL_MS,
  ) {}

  /** Polls the process, because a killed one cannot report. */
  add(process: Process) {
    this.#latest.set(process, []);
    this.#timers.set(process, setInterval(() => void this.#poll(process, "counted"), this.everyMs).unref());
  }

  /** @param figures undefined without an answer; missing figures keep their last value */
  update(process: Process, figures: unknown) {
    const previous = this.#latest.get(process);
    if (!figures || !previous) return;
    const merged = new Map([...previous, ...(figures as Figures)].map((figure) => [figure.name, figure]));
    this.#latest.set(process, [...merged.values()]);
  }

  /** Sequential, so that figures are never missing or counted twice: sums must not decrease. */
  remove(process: Process) {
    clearInterval(this.#timers.get(process));
    this.#timers.delete(process);
    this.#ending = this.#ending.then(async () => {
      const counters = (this.#latest.get(process) ?? []).filter(isCumulative);
      const ended = await sum([this.#ended, counters]).getMetricsAsJSON();
      this.#ended = ended as Figures;
      this.#latest.delete(process);
    });
  }

  async text(): Promise<string> {
    await Promise.all([...this.#latest.keys()].map((process) => this.#poll(process, "figures")));
    const ownFigures = (await registry.getMetricsAsJSON()) as Figures;
    return sum([ownFigures, ...this.#latest.values(), this.#ended]).metrics();
  }

  async #poll(process: Process, scope: MetricsScope) {
    this.update(process, await this.request(process, scope));
  }
}

const sum = (figures: Figures[]) => AggregatorRegistry.aggregate(figures);
