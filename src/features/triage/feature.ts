import type { CaseItem } from '#contract/model/cases/case.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import { caseTriageSteps } from './case-triage-steps.ts'
import { createPins, endsPins } from './pins.ts'
import { createTriage, type Triage } from './triage.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    triage: {
      alert:
        | 'back'
        | 'lookAgain'
        | 'macro'
        | 'macroEdit'
        | 'moreMacros'
        | 'noStr'
        | 'openCase'
        | 'pin'
        | 'reject'
        | 'resolve'
        | 'similar'
        | 'skip'
    }
  }
}

declare module '#src/features/define-feature.ts' {
  interface FeatureStates {
    triage: Triage<CaseItem>
  }
}

export const triageFeature = defineFeature({
  name: 'triage',
  needs: ['cases'],
  create: ({ data, platform, weightOf, follow }, { cases }) => {
    const { queue, deps } = cases
    const pins = createPins(data.user, platform)
    endsPins(data.user, data.pending)
    const triage = createTriage({
      way: caseTriageSteps,
      pins,
      rowOf: (id) => queue.rowOf(id),
      now: () => Date.now(),
      onStep: (step) => queue.setFront(step && { caseId: step.rowId, alertId: step.alertId }),
      dwellMs: deps.dwellMs,
      weightOf,
    })
    follow(triage)
    cases.decideIn({
      evidence: (caseId) => pins.cited(caseId),
      tooSoon: () => (triage.isReadable() ? null : 'Too fast: wait a moment, then press again'),
      decided: (isWholeCase) => (triage.store.getState().isOn ? triage.advance(isWholeCase) : {}),
    })
    return triage
  },
  commands: (window, states) => import('./all-commands.ts').then((m) => m.commands(window, states)),
})
