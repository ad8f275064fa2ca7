import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A form without JavaScript. */
export type HtmlForm = {
  id: string;
  name: string;
  html: string;
  /** Not in closed details. */
  isVisible: boolean;
  hidden: [name: string, value: string][];
  controls: Control[];
  post: () => FormData;
};

/** An input, choice or checkbox. */
type Control = {
  kind: "textarea" | "select" | "checkbox" | "radio" | "date" | "time" | "text";
  name: string;
  value: string;
  checked: boolean;
  options: string[];
};

/** Forms that post, in order; the hidden control `form` is their name. */
export function parseForms(html: string): HtmlForm[] {
  const forms = DomUtils.getElementsByTagName("form", parseDocument(html));
  return forms.filter(({ attribs }) => attribs.method?.toUpperCase() === "POST").map(toForm);
}

function toForm(form: Element): HtmlForm {
  const controls = findElements(form, ["input", "select", "textarea"]).flatMap((element) => {
    // Files have no initial value.
    if (/^(hidden|file)$/.test(element.attribs.type ?? "") || element.attribs.disabled !== undefined)
      return [];
    if (element.attribs.type === "radio")
      return isFirst(form, element) ? [toRadioControl(form, element)] : [];
    return [toControl(element)];
  });
  const hidden = findElements(form, ["input"]).flatMap(({ attribs: { type, name, value = "" } }) =>
    type === "hidden" && name ? [[name, value] as [string, string]] : [],
  );
  const button = findElements(form, ["button"]).find(({ attribs }) => attribs.type !== "button");
  return {
    id: form.attribs.id ?? "",
    name: hidden.find(([name]) => name === "form")?.[1] ?? "",
    html: DomUtils.getOuterHTML(form),
    isVisible: isVisible(form.parent),
    hidden,
    controls,
    post: () => {
      const data = new FormData();
      const append = ({ name, value = "" }: { name?: string; value?: string }) =>
        name && data.append(name, value);
      for (const [name, value] of hidden) data.append(name, value);
      for (const control of controls)
        if (!["checkbox", "radio"].includes(control.kind) || control.checked) append(control);
      append(button?.attribs ?? {});
      return data;
    },
  };
}

const isVisible = (node: Element["parent"]): boolean =>
  node === null ||
  (!("name" in node && node.name === "details" && node.attribs.open === undefined) && isVisible(node.parent));

const isFirst = (form: Element, radio: Element) =>
  findElements(form, ["input"]).find(({ attribs }) => attribs.name === radio.attribs.name) === radio;

/** Radios of a name are one control. */
function toRadioControl(form: Element, { attribs: { name = "" } }: Element): Control {
  const radios = findElements(form, ["input"]).filter(({ attribs }) => attribs.name === name);
  const selected = radios.find(({ attribs }) => attribs.checked !== undefined);
  const options = radios.map(({ attribs }) => attribs.value ?? "");
  return {
    kind: "radio",
    name,
    value: selected?.attribs.value ?? "",
    checked: selected !== undefined,
    options,
  };
}

function toControl(element: Element): Control {
  const { name = "", type = "text", value = "", checked } = element.attribs;
  const common = { name, checked: checked !== undefined, options: [] as string[] };
  if (element.name === "textarea")
    return { ...common, kind: "textarea", value: DomUtils.textContent(element).replace(/^\n/, "") };
  if (element.name === "input") {
    const kind = type === "checkbox" || type === "date" || type === "time" ? type : "text";
    return { ...common, kind, value: value || (type === "checkbox" ? "on" : "") };
  }
  const options = findElements(element, ["option"]);
  const getValue = (option: Element) => option.attribs.value ?? DomUtils.textContent(option);
  const selected = options.find(({ attribs }) => attribs.selected !== undefined) ?? options[0];
  return {
    ...common,
    kind: "select",
    value: selected ? getValue(selected) : "",
    options: options.map(getValue),
  };
}

const findElements = (element: Element, names: string[]): Element[] =>
  DomUtils.findAll(({ name }) => names.includes(name), element.children);
