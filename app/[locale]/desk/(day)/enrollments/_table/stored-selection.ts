const PREFIX = "ticked ";

/** Where a tab keeps what is ticked of a list. */
export const getSelectionKey = (list: string) => PREFIX + list;

/** Forgets what is ticked of every list: it is being worked on. */
export function clearStoredSelections() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
