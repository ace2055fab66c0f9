export interface OpenWork {
  /** Keeps the open work of a platform on this device. */
  follow(platform: string): void
  /** The first rows are there. */
  begin(): void
}

/** Puts off reading the open work of the first platform, which is much, until the first rows are there. */
export function deferReplica(follow: (platform: string) => void): OpenWork {
  let wanted: string | null = null
  let isBegun = false
  const begin = () => {
    if (isBegun) return
    isBegun = true
    if (wanted !== null) follow(wanted)
  }
  return {
    begin,
    follow(platform) {
      if (isBegun) follow(platform)
      else wanted = platform
    },
  }
}
