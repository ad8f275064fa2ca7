type Action = ((...given: unknown[]) => Promise<unknown>) & Record<string, unknown>;

/** The hidden control by which a form without JavaScript names its action, and what is bound to it. */
export const ACTION_FIELD = "$ACTION";

const known = new Map<string, Action>();

/** Makes of an exported function what Next makes of it: an action that a form without JavaScript can call. */
export function serverAction(name: string, action: Action) {
  known.set(name, action);
  asAction(name, action, []);
}

/** The action that a form names, with what is bound to it. */
export function findAction(form: FormData) {
  const [name, ...given] = JSON.parse(String(form.get(ACTION_FIELD))) as [string, ...unknown[]];
  const action = known.get(name);
  if (!action) throw new Error(`no action ${name}`);
  return { name, given, call: () => action(...given, form) };
}

/** Every action of the modules that were read so far. */
export const listActions = () => [...known.keys()].sort();

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
