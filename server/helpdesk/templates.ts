/** Ready-made letters: managers write them for everybody on the platform. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { ReplyTemplate, templateBody } from '#contract/model/ticket.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { orTaken } from '#server/store/require-customer.ts'
import { findTemplate } from './queries.ts'

type Body = z.output<typeof templateBody>
interface Which {
  platform: string
  tempId: string
}

/** More than anybody chooses among. */
const MOST = 200

const NAMES = { index: 'helpdesk_template_name', what: 'template' }

const objectOf = (id: string) => ({ kind: 'ticket template', id })
const wordsOf = ({ name, subject, content }: Body | ReplyTemplate) => ({ name, subject, content })

async function locked(tx: Transaction<Database>, { platform, tempId }: Which) {
  const before = await findTemplate(tx, platform, tempId, { lock: true })
  if (!before) throw new Refusal(404, `There is no template ${tempId} here.`)
  return before
}

export function addTemplate(context: Context, platform: string, body: Body): Promise<ReplyTemplate> {
  const id = randomUUID()
  const words = wordsOf(body)
  const write = context.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('helpdesk_template').select('id').where('platform', '=', platform).execute()
    if (known.length >= MOST) throw new Refusal(409, `There are ${MOST} templates already. Delete one first.`)
    await tx
      .insertInto('helpdesk_template')
      .values({ platform, id, ...words })
      .execute()
    await record(tx, context, {
      action: 'add ticket template',
      object: objectOf(id),
      platform,
      version: 1,
      after: words,
    })
    return { id, ...words, version: 1 }
  })
  return orTaken(write, { ...NAMES, name: words.name })
}

export function changeTemplate(context: Context, which: Which, body: Body): Promise<ReplyTemplate> {
  const { platform, tempId: id } = which
  const words = wordsOf(body)
  const write = context.db.transaction().execute(async (tx) => {
    const before = await locked(tx, which)
    if (body.version !== undefined && body.version !== before.version) {
      throw new Refusal(409, 'Somebody changed the template since you opened it.', before)
    }
    const version = before.version + 1
    await tx
      .updateTable('helpdesk_template')
      .set({ ...words, version })
      .where('platform', '=', platform)
      .where('id', '=', id)
      .execute()
    await record(tx, context, {
      action: 'change ticket template',
      object: objectOf(id),
      platform,
      version,
      before: wordsOf(before),
      after: words,
    })
    return { id, ...words, version }
  })
  return orTaken(write, { ...NAMES, name: words.name })
}

export async function deleteTemplate(context: Context, which: Which): Promise<{ message: string }> {
  const { platform, tempId: id } = which
  return await context.db.transaction().execute(async (tx) => {
    const before = await locked(tx, which)
    await tx.deleteFrom('helpdesk_template').where('platform', '=', platform).where('id', '=', id).execute()
    await record(tx, context, {
      action: 'delete ticket template',
      object: objectOf(id),
      platform,
      before: wordsOf(before),
    })
    return { message: 'Deleted.' }
  })
}
