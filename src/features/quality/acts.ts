/** Actions on quality reviews: read, answer, close, draw, set rates. */
import { quality } from '#contract/calls/quality.ts'
import { team } from '#contract/calls/team.ts'
import {
  RISK_LEVELS,
  type Accuracy,
  type ReviewOutcome,
  type PolicyScope,
  type QualityReview,
} from '#contract/model/quality/quality.ts'
import type { Ctx, Option } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { ignoreRefusal } from '#src/data/net/ignore-refusal.ts'
import { ruleChoices } from '#src/data/rule-names.ts'
import { caseHref } from '#src/features/cases/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { humanise } from '#src/format/label.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { qualityLists, qualityStore, type PolicyRow } from './quality.ts'
import { qualityKey, qualityQueries } from './queries.ts'
import { peopleCsv, SCOPE_LABELS } from './labels.ts'

export function qualityActs(data: Data) {
  const { api, queries } = data
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '')
  const isIn = (c: Ctx, ...tabs: (keyof typeof qualityLists)[]) =>
    tabs.some((tab) => c.list?.state === qualityLists[tab])
  const reviewOf = (c: Ctx) => (isIn(c, 'findings', 'read') ? (rowOf(c) as QualityReview | undefined) : undefined)
  const goldenOf = (c: Ctx) => {
    const row = isIn(c, 'policy') ? (rowOf(c) as PolicyRow | undefined) : undefined
    return row?.kind === 'golden' ? row.item : undefined
  }
  const again = () => queries.invalidateQueries({ queryKey: qualityKey(currentPlatform()) })
  const send = async (sending: Promise<unknown>) => {
    await ignoreRefusal(sending)
    await again()
  }
  const options = () => ({ platform: currentPlatform() })

  return {
    api,
    queries,
    isIn,
    reviewOf,
    goldenOf,
    again,
    send,
    options,
    /** The key of a rate, once its scope is chosen. */
    keysOf: async (scope: PolicyScope): Promise<readonly Option<string>[]> => {
      if (scope === 'rule') {
        const rules = await ruleChoices(data, currentPlatform(), 'transaction')
        return rules.map(({ value, label }) => ({ id: value, value, title: label }))
      }
      if (scope === 'person') {
        const { members } = await api.send(team.load, {}, { ...options(), quiet: true })
        return members.map(({ person }) => ({ id: person.id, value: person.id, title: person.name }))
      }
      if (scope === 'risk') return RISK_LEVELS.map((value) => ({ id: value, value, title: humanise(value) }))
      return [{ id: 'everything', value: '', title: SCOPE_LABELS[scope] }]
    },
    exportPeople: (c: Ctx) => {
      const found = queries.getQueryData(qualityQueries.people(api, currentPlatform()).queryKey)
      const items: readonly Accuracy[] = found?.items ?? []
      const day = new Date(c.ports.now()).toISOString().slice(0, 10)
      saveFile(`quality-${currentPlatform()}-${day}.csv`, new Blob([peopleCsv(items)], { type: 'text/csv' }))
      c.actions.say('Downloaded the people')
    },
    open: (c: Ctx) => {
      const caseId = reviewOf(c)?.caseId ?? goldenOf(c)?.caseId
      if (isIn(c, 'people')) qualityStore.setState({ tab: 'findings' })
      else if (caseId) c.ports.navigate(caseHref(currentPlatform(), caseId))
    },
    reply: (c: Ctx, body: { agrees: boolean; text: string }) => {
      const review = reviewOf(c)
      if (review) void send(api.send(quality.reply, { params: { reviewId: review.id }, body }, options()))
    },
    close: (c: Ctx, body: { isUpheld: boolean; note: string }) => {
      const review = reviewOf(c)
      if (review) void send(api.send(quality.close, { params: { reviewId: review.id }, body }, options()))
    },
    addGolden: (c: Ctx, { truth, reason }: { truth: ReviewOutcome; reason: string }) => {
      const review = reviewOf(c)
      if (!review) return
      void send(api.send(quality.addGolden, { body: { alertId: review.alertId, truth, reason } }, options()))
    },
    endGolden: (c: Ctx) => {
      const item = goldenOf(c)
      if (item) void send(api.send(quality.endGolden, { params: { goldenId: item.id } }, options()))
    },
  }
}

export type QualityActs = ReturnType<typeof qualityActs>
