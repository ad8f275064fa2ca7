const PREFIX = "ticked ";

/** Session storage. */
export const getSelectionKey = (list: string) => PREFIX + list;

/** After a bulk action has started. */
export function clearStoredSelections() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
