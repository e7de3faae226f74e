/** Removes what the running service never reads from a folder of packages. */
export function trimPackages(folder: string): void
