import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { NextRequest } from "next/dist/server/web/spec-extension/request";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { type PipeableStream, renderToPipeableStream } from "react-dom/server";
import { PATHNAME_HEADER, QUERY_HEADER, splitPath } from "@/lib/i18n/locales";
import { type PageResponse, withPageResponse } from "@/lib/platform/page-request";
import { messagesByKey } from "./message-keys";
import { ACTION_FIELD, findAction } from "./next-stubs/actions";
import { waitForAfter } from "./next-stubs/after";
import { runWithRequest } from "./next-stubs/current-request";

type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Record<string, unknown>> };
type Module = {
  default: ComponentType<Props & { children?: ReactNode }>;
  generateMetadata?: (props: Props) => Promise<{ title?: unknown }>;
};

const pages = import.meta.glob<Module>("../../app/[[]locale]/**/page.tsx");
const layouts = import.meta.glob<Module>("../../app/[[]locale]/{*,(*)/*}/layout.tsx");

type Handler = (request: NextRequest, context: Pick<Props, "params">) => Promise<Response>;

const files = import.meta.glob<{ GET: Handler }>("../../app/[[]locale]/desk/**/route.ts");

/** Addresses of the desk's downloads. */
export const listDeskDownloads = () => Object.keys(files).map((file) => `/${getFolders(file).join("/")}`);

/** Without route groups. */
const getFolders = (file: string) =>
  file
    .split("/")
    .slice(4, -1)
    .filter((folder) => !folder.startsWith("("));

export async function download(visitor: Visitor, address: string): Promise<Response> {
  const { locale, path } = splitPath(new URL(address, "http://localhost").pathname);
  const { file, params } = findRouteFile(path, files);
  const request = new NextRequest(new URL(address, "http://localhost"));
  const context = { params: Promise.resolve({ locale, ...params }) };
  return runAsVisitor(
    visitor,
    address,
    false,
    async () => (await files[file]?.())?.GET(request, context) as never,
  );
}

const opened = new Set<string>();

/** Pages that no test has opened. */
export const listUnopenedPages = () => Object.keys(pages).filter((file) => !opened.has(file));

/** A page without JavaScript. */
export type Page = { status: number; address: string; html: string };

/** A browser without JavaScript, with its cookies. */
export type Visitor = { cookieJar: Map<string, string>; headers?: Record<string, string> };

const REDIRECT = /^NEXT_REDIRECT;\w+;(.*);\d+;$/;

/** Follows redirects. */
export const openPage = (visitor: Visitor, address: string): Promise<Page> => show(visitor, address);

async function show(
  visitor: Visitor,
  address: string,
  formState?: unknown,
  response: PageResponse = {},
): Promise<Page> {
  const page = await runAsVisitor(visitor, address, false, () => render(address, formState, { ...response }));
  return "to" in page ? openPage(visitor, page.to) : page;
}

/** Posts a form, as `post` of `parseForms` returns it, and follows redirects. */
export async function submitForm(visitor: Visitor, address: string, form: FormData): Promise<Page> {
  const { name, boundArgs, call } = findAction(form);
  const response: PageResponse = {};
  const act = () => withPageResponse(response, call);
  const outcome = await runAsVisitor(visitor, address, true, async () => {
    const action = form.get("$ACTION_KEY");
    try {
      form.delete(ACTION_FIELD);
      form.delete("$ACTION_KEY");
      return { state: await act(), action };
    } catch (error) {
      return toRedirect(error);
    }
  });
  await waitForAfter();
  if ("to" in outcome) return openPage(visitor, outcome.to);
  const formState = [outcome.state, outcome.action, name, boundArgs.length - 1];
  return show(visitor, address, formState, response);
}

function runAsVisitor<T>(
  { cookieJar, headers }: Visitor,
  address: string,
  canSetCookies: boolean,
  task: () => Promise<T>,
) {
  const url = new URL(address, "http://localhost");
  const allHeaders = new Headers({
    [PATHNAME_HEADER]: url.pathname,
    [QUERY_HEADER]: url.search,
    "x-forwarded-for": "192.0.2.1",
    "user-agent": "test",
    ...headers,
  });
  return runWithRequest({ headers: allHeaders, cookieJar, canSetCookies }, task);
}

/** By the first folder. */
const findLayout = (path: string) =>
  Object.entries(layouts).find(([file]) => getFolders(file)[0] === path.split("/")[1])?.[1];

async function render(
  address: string,
  formState: unknown,
  response: PageResponse,
): Promise<Page | { to: string }> {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const { locale, path } = splitPath(pathname);
  const { file, params } = findRouteFile(path, pages);
  const { default: Content, generateMetadata } = (await pages[file]?.()) ?? {};
  const Layout = (await findLayout(path)?.())?.default;
  if (!Content) throw new Error(`no page ${path}`);
  opened.add(file);
  const props = {
    params: Promise.resolve({ locale, ...params }),
    searchParams: Promise.resolve(toSearchObject(searchParams)),
  };
  const content = <Content {...props} />;
  let html: string;
  try {
    html = await withPageResponse(response, () =>
      renderPage(
        <AppRouterContext value={router as never}>
          <PathnameContext value={pathname}>
            <PathParamsContext value={{ locale, ...params }}>
              <SearchParamsContext value={searchParams}>
                <NextIntlClientProvider locale={locale} messages={messagesByKey} timeZone="UTC">
                  {Layout ? <Layout {...props}>{content}</Layout> : content}
                </NextIntlClientProvider>
              </SearchParamsContext>
            </PathParamsContext>
          </PathnameContext>
        </AppRouterContext>,
        formState,
      ),
    );
  } catch (error) {
    return toRedirect(error);
  }
  const { title } = (await generateMetadata?.(props)) ?? {}; // as Next puts it into the head
  const document = title ? `<title>${title}</title>${html}` : html;
  const titles = document.match(/<title>/g)?.length ?? 0;
  if (titles !== 1) throw new Error(`${titles} titles on ${address}`);
  return { status: response.status ?? 200, address, html: document };
}

/**
 * Renders a page completely.
 * @throws errors of any part; of several late ones only the first
 */
export async function renderPage(page: ReactNode, formState?: unknown): Promise<string> {
  const whole = await new Promise<PipeableStream>((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      formState: formState as never,
      onError: reject,
      onAllReady: () => resolve(stream),
    });
  });
  return text(whole.pipe(new PassThrough()));
}

const router = { push() {}, replace() {}, refresh() {}, back() {}, forward() {}, prefetch() {} };

function toRedirect(error: unknown): { to: string } {
  const [, to] = REDIRECT.exec(String((error as { digest?: unknown })?.digest)) ?? [];
  if (to === undefined) throw error;
  return { to };
}

/** Like Next: a string, or a list for repeated parameters. */
const toSearchObject = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

/** Static segments precede dynamic ones. */
function findRouteFile(
  path: string,
  candidates: Record<string, unknown>,
): { file: string; params: Record<string, string> } {
  const parts = path.split("/").filter(Boolean);
  const matches = Object.keys(candidates).flatMap((file) => {
    const folders = getFolders(file);
    const isMatch =
      folders.length === parts.length &&
      folders.every((folder, index) => folder === parts[index] || folder.startsWith("["));
    return isMatch ? [{ file, folders }] : [];
  });
  const countStatic = (folders: string[]) => folders.filter((folder) => !folder.startsWith("[")).length;
  const [bestMatch] = matches.sort((a, b) => countStatic(b.folders) - countStatic(a.folders));
  if (!bestMatch) throw new Error(`no page at ${path}`);
  const params = bestMatch.folders.flatMap((folder, index) =>
    folder.startsWith("[") ? [[folder.slice(1, -1), decodePart(parts[index] as string)]] : [],
  );
  return { file: bestMatch.file, params: Object.fromEntries(params) };
}

/** The server answers invalid encodings with 400 (lib/http/page-listener.ts). */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw Object.assign(error as Error, { digest: "NEXT_HTTP_ERROR_FALLBACK;400" });
  }
}
