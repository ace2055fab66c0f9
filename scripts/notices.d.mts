export interface Notice {
  name: string
  version: string
  /** An SPDX expression; empty where the package names none. */
  licence: string
  /** The licence in the author's words; empty where the package ships none. */
  text: string
}

/** The packages that the lock file installs without development dependencies, by name. */
export function readNotices(): Notice[]

/** The text of `dist/third-party-notices.txt`. */
export function noticesText(): string
