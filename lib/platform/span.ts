/** What a span says: names as OpenTelemetry's semantic conventions have them, nothing personal. */
export type Attributes = Record<string, string | number | undefined>;

/** A part of a trace: what is done meanwhile continues it by its `traceparent`. */
export type Span = {
  traceparent: string;
  end: (name: string, attributes: Attributes, failed: boolean) => void;
};

/** The trace that what is done now belongs to (W3C Trace Context). */
export type Trace = { traceparent: string; span?: Span | undefined };
