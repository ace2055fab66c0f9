/** Makes the smallest compound file (the format of .doc, .xls, .msg and Windows installers) with one named stream. */
export function compoundFile(stream: string): Uint8Array {
  const file = Buffer.alloc(512 + 512)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  file.writeUInt16LE(9, 30)
  // the directory is in the first sector
  file.writeUInt32LE(0, 48)
  for (const [index, [name, kind]] of (
    [
      ['Root Entry', 5],
      [stream, 2],
    ] as const
  ).entries()) {
    const at = 512 + index * 128
    file.write(name, at, 'utf16le')
    file.writeUInt16LE((name.length + 1) * 2, at + 64)
    file[at + 66] = kind
  }
  return file
}
