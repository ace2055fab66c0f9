/** Our client: the built window, held by the data layer that the tree's hook leaves on it. */
import type { Page } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import type { CaseDetail } from '#contract/model/cases/case.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'
import type { Data } from '#src/data/data.ts'
import { BY_KEYS } from './by-keys.ts'
import type { Client } from './client.ts'

declare global {
  var soak: Data
  /** What this tab last read of each case. */
  var soakBases: Map<string, { at: number; base: CaseDetail }> | undefined
  var soakGroup: string | undefined
}

const QUEUE = '/admin/paxum/cases/'
/** The way in without a network. */
const PASSPHRASE = 'nothing but a soaked key'

export const product: Client = {
  async load(page, url) {
    await page.goto(url + QUEUE)
    await page.waitForFunction(() => {
      const engine = globalThis.soak?.engine
      return engine?.status().storage === 'ok' || engine?.vault.state()?.phase === 'locked'
    })
    await page.evaluate(async (passphrase) => {
      const { vault } = globalThis.soak.engine
      if (vault.state()?.phase === 'locked') await vault.unlock({ type: 'pass', passphrase })
    }, PASSPHRASE)
    await page.waitForFunction(() => globalThis.soak?.engine.status().storage === 'ok')
    // the first time the server can be reached: without it a tab that opens later has to
    await page.evaluate(async (passphrase) => {
      const { vault, calls } = globalThis.soak.engine
      const isEnrolled = vault.state()?.slots.some(({ type }) => type === 'pass')
      if (!isEnrolled) await calls.vaultEnrol({ type: 'pass', passphrase }, 'Soak')
    }, PASSPHRASE)
  },

  accept: (page, drafts) =>
    page.evaluate(async (ops) => {
      const { engine, pending } = globalThis.soak
      const group = engine.enqueue(ops, { commandId: 'soak', label: 'Soak' })
      const entries = () => pending.list().filter((entry) => entry.group === group)
      await new Promise<void>((resolve) => {
        const stop = pending.subscribe(() => {
          if (entries().some(({ state }) => state === 'writing')) return
          stop()
          resolve()
        })
      })
      globalThis.soakGroup = group
      const taken = entries().filter(({ state }) => state !== 'refused')
      return taken.map(({ op }) => ({ opId: op.opId, kind: op.kind, caseId: op.target.caseId ?? '' }))
    }, drafts),

  unsent: (page) => page.evaluate(() => globalThis.soak.engine.status().unsent),

  nudge: (page) => page.evaluate(() => globalThis.soak.engine.sendNow()),

  insight: {
    views: (page, ids) => look(page, ids, 4000),
    details: (page, ids) => look(page, ids, 0),

    async notesOnScreen(page, url, caseId) {
      await page.goto(`${url}/admin/paxum/case/${caseId}?tab=notes`)
      const notes = page.getByRole('tabpanel').getByRole('listitem').locator(':scope > span:last-child')
      await notes.first().waitFor()
      return notes.allInnerTexts()
    },

    undo: (page) =>
      page.evaluate(async () => {
        if (globalThis.soakGroup !== undefined) await globalThis.soak.engine.cancel(globalThis.soakGroup)
      }),

    answerStuck: (page, chance) =>
      page.evaluate(
        async ([draw, kept]) => {
          const { engine, pending } = globalThis.soak
          const stuck = pending.list().filter(({ state }) => state === 'conflict' || state === 'dead')
          for (const { op } of stuck) {
            const isKept = (op.body as { note?: string }).note?.startsWith(kept) === true
            const how = draw < 0.35 && !isKept ? { isNoteOnly: true } : {}
            const isSent = (isKept || draw < 0.7) && (await engine.resend(op.opId, how))
            if (!isSent) await engine.calls.discard(op.opId, 'No longer needed')
          }
          return stuck.length
        },
        [chance, BY_KEYS] as const,
      ),

    lock: (page) => page.evaluate(() => globalThis.soak.engine.calls.vaultLock()),

    remains: (page, platform) =>
      page.evaluate(async (gone) => {
        const done = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result))
            request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
          })
        const found: string[] = []
        for (const { name = '' } of await indexedDB.databases()) {
          if (!name.startsWith('docket-engine-')) continue
          const db = await done(indexedDB.open(name))
          for (const store of db.objectStoreNames) {
            const rows = (await done(db.transaction(store).objectStore(store).getAll())) as Partial<OpRow>[]
            const left = rows.filter(({ platform: of, ct }) => of === gone && ct?.byteLength !== 0)
            // what is over keeps its number and nothing that was sealed
            if (left.length > 0 && store !== 'receipts') found.push(`${left.length} in ${store} of ${name}`)
          }
          db.close()
        }
        return found
      }, platform),

    async books(page, account) {
      const read = await page.evaluate(async () => {
        const done = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result))
            request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
          })
        const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith('-outbox') ? [name] : []))
        if (names.length !== 1) throw new Error(`one outbox was expected, there are ${names.join(', ') || 'none'}`)
        const db = await done(indexedDB.open(names[0] ?? ''))
        const all = <T>(store: string) => done(db.transaction(store).objectStore(store).getAll()) as Promise<T[]>
        const ops = await all<OpRow>('ops')
        const receipts = await all<Receipt>('receipts')
        const meta = await all<{ k: string; v: unknown }>('meta')
        db.close()
        return { ops: ops.map(({ iv: _iv, ct: _ct, theirs: _theirs, ...plain }) => plain), receipts, meta }
      })
      const fates = read.meta.flatMap(({ k, v }) => (k.startsWith('fate:') ? [(v as { devSeq: number }).devSeq] : []))
      const device = read.meta.find(({ k }) => k === 'incarnation')?.v as string
      return { account, device, accepted: [], ops: read.ops, receipts: read.receipts, untold: fates }
    },
  },
}

/** Cases with what is pending on them; read again where the last reading is older than `age` ms and there is a network. */
function look(page: Page, ids: readonly string[], age: number): Promise<(CaseDetail | null)[]> {
  return page.evaluate(
    async ([wanted, oldest]) => {
      const { api, pending, connectivity } = globalThis.soak
      const bases = (globalThis.soakBases ??= new Map())
      const view = {
        method: 'GET',
        host: 'api',
        path: '/management/case/{caseId}',
        reply: { safeParse: (data: unknown) => ({ success: true, data }) },
      } as unknown as Call
      return Promise.all(
        wanted.map(async (caseId) => {
          const known = bases.get(caseId)
          if ((oldest === 0 || connectivity.isOnline()) && (known?.at ?? 0) < performance.now() - oldest) {
            const signal = AbortSignal.timeout(oldest === 0 ? 20_000 : 3000)
            const options = { quiet: true, platform: 'paxum', signal }
            const base = await api.send(view, { params: { caseId } } as never, options).catch(() => null)
            if (base) bases.set(caseId, { at: performance.now(), base: base as CaseDetail })
          }
          const base = bases.get(caseId)?.base
          return base ? pending.fold('caseDetail', base) : null
        }),
      )
    },
    [ids, age] as const,
  )
}
