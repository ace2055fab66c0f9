/** Mail transports: SMTP, or files without a mail server. */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/core/config.ts'

export interface Email {
  id: string
  to: string
  replyTo?: string
  subject: string
  text: string
  attachments: { filename: string; content: Readable }[]
}

/** The fixed subject of a mail thread. */
export const messageIdOf = (id: string): string => `${id}@docket`

export interface Transport {
  /** Resolves when the next server, or the disk, has it. */
  send(letter: Email): Promise<void>
}

/** SMTP where the settings name a server; else `.eml` files in the data directory, as a mail program opens them. */
export function openTransport({ mail: { smtpUrl, from }, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Transport {
  if (smtpUrl !== undefined) {
    const smtp = createTransport(smtpUrl)
    return {
      send: async ({ id, ...letter }) =>
        void (await smtp.sendMail({ ...letter, from, messageId: `<${messageIdOf(id)}>` })),
    }
  }
  const writer = createTransport({ streamTransport: true, newline: 'unix' })
  const folder = join(dataDir, 'mail')
  return {
    async send({ id, ...letter }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await writer.sendMail({ ...letter, from, messageId: `<${messageIdOf(id)}>` })
      await pipeline(message as Readable, createWriteStream(join(folder, `${id}.eml`), { mode: 0o600 }))
    },
  }
}
