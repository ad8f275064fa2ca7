import { formVerbs } from "@/app/[locale]/desk/_lib/form-verbs";

type Action = ((...given: unknown[]) => Promise<unknown>) & Record<string, unknown>;

/** The hidden control with action and bound arguments. */
export const ACTION_FIELD = "$ACTION";

const known = new Map<string, Action>();

/** Turns an exported function into a server action for forms without JavaScript. */
export function serverAction(name: string, action: Action) {
  known.set(name, action);
  asAction(name, action, []);
}

/** With its bound arguments. */
export function findAction(form: FormData) {
  const [name, ...given] = JSON.parse(String(form.get(ACTION_FIELD))) as [string, ...unknown[]];
  const action = known.get(name);
  if (!action) throw new Error(`no action ${name}`);
  return { name, given, call: () => action(...given, form) };
}

/** What a form calls: its action or, where that is the one of all verbs, the verb that it names. */
export function getActionName(form: FormData): string {
  const { name } = findAction(form);
  return VERBS.test(name) ? name.replace(VERBS, `#${form.get("verb")}`) : name;
}

const VERBS = /#verbAction$/;

/** Actions of the modules loaded so far. */
export const listActions = () =>
  [...known.keys()]
    .flatMap((name) =>
      VERBS.test(name) ? Object.keys(formVerbs).map((verb) => name.replace(VERBS, `#${verb}`)) : name,
    )
    .sort();

function asAction(name: string, action: Action, given: unknown[]): Action {
  const bind = action.bind;
  return Object.assign(action, {
    $$FORM_ACTION() {
      const data = new FormData();
      data.append(ACTION_FIELD, JSON.stringify([name, ...given]));
      return { name: "$ACTION_OF", method: "POST", encType: "multipart/form-data", action: "", data };
    },
    $$IS_SIGNATURE_EQUAL: (other: string, count: number) => other === name && count === given.length,
    bind: (self: unknown, ...more: unknown[]) =>
      asAction(name, bind.call(action, self, ...more) as Action, [...given, ...more]),
  });
}
