import { formVerbs } from "@/app/[locale]/desk/_lib/form-verbs";

type Action = ((...args: unknown[]) => Promise<unknown>) & Record<string, unknown>;

/** The hidden control with action and bound arguments. */
export const ACTION_FIELD = "$ACTION";

const actions = new Map<string, Action>();

/** Turns an exported function into a server action for forms without JavaScript. */
export function serverAction(name: string, action: Action) {
  actions.set(name, action);
  attachFormAction(name, action, []);
}

/** With its bound arguments. */
export function findAction(form: FormData) {
  const [name, ...boundArgs] = JSON.parse(String(form.get(ACTION_FIELD))) as [string, ...unknown[]];
  const action = actions.get(name);
  if (!action) throw new Error(`no action ${name}`);
  return { name, boundArgs, call: () => action(...boundArgs, form) };
}

/** What a form calls: its action or, where that is the one of all verbs, the verb that it names. */
export function getActionName(form: FormData): string {
  const { name } = findAction(form);
  return VERBS.test(name) ? name.replace(VERBS, `#${form.get("verb")}`) : name;
}

const VERBS = /#verbAction$/;

/** Actions of the modules loaded so far. */
export const listActions = () =>
  [...actions.keys()]
    .flatMap((name) =>
      VERBS.test(name) ? Object.keys(formVerbs).map((verb) => name.replace(VERBS, `#${verb}`)) : name,
    )
    .sort();

function attachFormAction(name: string, action: Action, boundArgs: unknown[]): Action {
  const bind = action.bind;
  return Object.assign(action, {
    $$FORM_ACTION() {
      const data = new FormData();
      data.append(ACTION_FIELD, JSON.stringify([name, ...boundArgs]));
      return { name: "$ACTION_OF", method: "POST", encType: "multipart/form-data", action: "", data };
    },
    $$IS_SIGNATURE_EQUAL: (other: string, count: number) => other === name && count === boundArgs.length,
    bind: (self: unknown, ...more: unknown[]) =>
      attachFormAction(name, bind.call(action, self, ...more) as Action, [...boundArgs, ...more]),
  });
}
