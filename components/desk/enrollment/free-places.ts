/**
 * Values of the messages `decisions.form.left` (others who wait) and `leftInAll` (all who wait). Without a limit `free`
 * is not a number, and nobody waits.
 */
export const getFreePlacesValues = ({ free, waiting }: { free?: number | undefined; waiting: number }) => ({
  free: free ?? -1,
  waiting: free === undefined ? 0 : waiting,
});
