/** Address of a screen on a platform. */
export const adminPath = (platform: string, path: string): string => `/admin/${encodeURIComponent(platform)}/${path}`
