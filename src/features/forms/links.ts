/** Paths of forms, inside this window. */
export const formsHref = (platform: string, type = 'sar') => `/admin/${encodeURIComponent(platform)}/forms/${type}`

export const formHref = (platform: string, uuid: string) => `/admin/${encodeURIComponent(platform)}/form/${uuid}`
