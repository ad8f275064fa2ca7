// Stub of `next/cache`: pages are always rendered again.

export function refresh() {}
