// In the place of `next/cache`: a page that is asked for without scripts is always made anew.

export function refresh() {}
