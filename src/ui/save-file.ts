/** Hands a file to the browser's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
