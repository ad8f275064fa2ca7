/** What `decisions.form.left` says of a place: without a limit `free` is none of its numbers, and nobody has to wait. */
export const getFreePlacesValues = ({ free, waiting }: { free?: number | undefined; waiting: number }) => ({
  free: free ?? -1,
  waiting: free === undefined ? 0 : waiting,
});
