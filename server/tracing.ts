import { env } from "@/lib/platform/env";
import type { Attributes, Span } from "@/lib/platform/span";
import { spans } from "@/lib/platform/trace";
import { VERSION } from "@/lib/platform/version";

/** So long what was not handed over yet may take when a process ends. */
const LAST_MS = 3_000;

/**
 * With OTEL_EXPORTER_OTLP_ENDPOINT each request, e-mail and webhook from now on is a span that is sent there; without,
 * nothing of OpenTelemetry is loaded. The other OTEL_… of the environment are read by its SDK.
 *
 * @returns how to stop: what is still held is sent
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {};
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const named = resources.resourceFromAttributes({ "service.name": "matricula", "service.version": VERSION });
  const provider = new sdk.TracerProvider({
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("matricula", VERSION);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };
  spans().begin = (kind, parent) => {
    const context = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent)) : api.ROOT_CONTEXT;
    const span = tracer.startSpan(kind, { kind: kinds[kind] }, context);
    const end = (name: string, attributes: Attributes, failed: boolean) => {
      span.updateName(name).setAttributes(attributes);
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    };
    return { traceparent: traceparentOf(span.spanContext()), end } satisfies Span;
  };
  return () => provider.forceFlush({ timeoutMillis: LAST_MS }).catch(() => {}); // a collector that is away keeps nobody
}

type SpanContext = { traceId: string; spanId: string; traceFlags: number };

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

function contextOf(traceparent: string) {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
