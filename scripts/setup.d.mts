export function setup(wanted?: { chromium?: boolean }): Promise<void>
