/** An uploaded file that cannot be read. `code` belongs to the format; `values` name the limit that was exceeded. */
export class FileRefusal<Code extends string = string> extends Error {
  constructor(
    readonly code: Code,
    message: string = code,
    readonly values: Record<string, string | number> = {},
  ) {
    super(message);
    this.name = "FileRefusal";
  }
}
